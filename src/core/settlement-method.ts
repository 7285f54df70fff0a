/** How a partner is paid (contract: Settlement). */
export const SETTLEMENT_METHODS = ['processor_transfer', 'bank_transfer'] as const;
export type SettlementMethod = (typeof SETTLEMENT_METHODS)[number];
