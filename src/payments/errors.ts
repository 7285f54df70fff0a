/** The processor refused for good: the same request would be refused again. */
export class ProcessorRefusal extends Error {
  override name = 'ProcessorRefusal';

  /** @param code the processor's name of the reason. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** It may go well later, but not under this key: take another one, once `find…` says that nothing came of this one. */
export class ProcessorFailure extends Error {
  override name = 'ProcessorFailure';

  /** @param code the processor's name of the reason, such as `balance_insufficient`. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A message that the processor did not sign. */
export class InvalidSignature extends Error {
  override name = 'InvalidSignature';
}

/** A message that the processor signed and whose body is no message. */
export class UnreadableMessage extends Error {
  override name = 'UnreadableMessage';
}
