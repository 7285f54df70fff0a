/** An answer of the processor that is no success. */
class ProcessorError extends Error {
  /** @param code the processor's name of the reason, such as `balance_insufficient`. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The processor refused for good: the same request would be refused again. */
export class ProcessorRefusal extends ProcessorError {
  override name = 'ProcessorRefusal';
}

/** It may go well later, but not under this key: take another one, once `find…` says that nothing came of this one. */
export class ProcessorFailure extends ProcessorError {
  override name = 'ProcessorFailure';
}

/** A message that the processor did not sign. */
export class InvalidSignature extends Error {
  override name = 'InvalidSignature';
}

/** A message that the processor signed and whose body is no message. */
export class UnreadableMessage extends Error {
  override name = 'UnreadableMessage';
}
