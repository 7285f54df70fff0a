import { hash } from 'node:crypto';

/** The signals of a page (contract: POST /track). */
export const SIGNAL_TYPES = ['impression', 'event_view', 'event_click'] as const;
export type SignalType = (typeof SIGNAL_TYPES)[number];

/** One signal that counts, stripped of everything but what is added up. */
export interface CountedSignal {
  keyId: string;
  companyId: string;
  type: SignalType;
  /** Empty where the signal names no event. */
  eventId: string;
  /** Events shown by an impression. */
  shown: number;
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  /** Identifies repeats; null without a page load id, which counts each time. */
  digest: string | null;
}

/** Types that claim money: only our checkout creates sales. */
const MONEY =
  /purchas|sale|sold|order|checkout|payment|paid|conver|transact|refund|charge|reward|earn|commission|payout|credit/i;

/** Whether a signal of this type would claim a sale, a refund or a reward (contract: /track, rule 3). */
export function claimsMoney(type: string): boolean {
  return MONEY.test(type);
}

/** A digest of what repeats share: key, type, event and page load. 128 bits that reveal nothing. */
export function signalDigest(keyId: string, type: SignalType, eventId: string, view: string): string {
  return hash('sha256', `${keyId} ${type} ${view} ${eventId}`, 'hex').slice(0, 32);
}
