/** What finance or the program itself must not do with a statement; `message` says why in one sentence. */
export class SettlementRefused extends Error {
  override name = 'SettlementRefused';
}

/** A statement that does not add up is never issued: somebody has to look. */
export class ProofFailed extends SettlementRefused {
  override name = 'ProofFailed';
}
