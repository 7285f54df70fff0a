import { hash } from 'node:crypto';
import type { Id } from '../../core/ids.js';

/** The signals of a page (contract: POST /track). */
export const SIGNAL_TYPES = ['impression', 'event_view', 'event_click'] as const;
export type SignalType = (typeof SIGNAL_TYPES)[number];

/** The obstacles to a rewarded sale when a buy page is opened. */
const OBSTACLES = ['not_on_sale', 'sold_out', 'no_reward'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** A valid signal, reduced to the stored fields. */
export interface CountedSignal {
  keyId: Id<'key'>;
  companyId: Id<'company'>;
  /** `checkout`: a buy page was opened through a link. The service notes it itself. */
  type: SignalType | 'checkout';
  /** Empty where the signal names no event. */
  eventId: Id<'event'>;
  /** Events shown by an impression. */
  shown: number;
  at: Date;
  /** For a checkout: the partner's own click id, from the link. */
  subId?: string | null;
  /** For a checkout: the link had an invalid click id. */
  isSubIdDropped?: boolean;
  /** For a checkout: the obstacle to a rewarded sale; null: none. */
  obstacle?: Obstacle | null;
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
export function signalDigest(keyId: Id<'key'>, type: SignalType, eventId: Id<'event'>, view: string): string {
  return hash('sha256', `${keyId} ${type} ${view} ${eventId}`, 'hex').slice(0, 32);
}
