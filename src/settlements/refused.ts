/** An operation that a statement does not allow; `message` says why in one sentence. */
export class SettlementRefused extends Error {
  override name = 'SettlementRefused';
}

/** A statement that does not add up; it is never issued. */
export class ProofFailed extends SettlementRefused {
  override name = 'ProofFailed';
}
