import type { FailureClass } from '../core/outcomes.js';
import type { DeliveryState } from './rules/delivery.js';

/** Contract: Events, kinds of event. */
export const CHANGE_TYPES = ['event.changed', 'earnings.changed'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** One workflow a delivery: its schedule of attempts. Postgres is the truth of what state it is in. */
export const DELIVERY_WORKFLOW = 'delivery';
/** One workflow a batch of changes: writes their deliveries and starts them. */
export const FAN_OUT_WORKFLOW = 'fanOut';

/** Ids only: no payload, address or secret ever enters Temporal. */
export interface DeliveryInput {
  deliveryId: string;
  endpointId: string;
  /** Goes up with each redelivery. */
  run: number;
  /** Where the attempts of endpoints that time out wait. */
  slowQueue: string;
}

/** Makes the attempt that is waited for now. */
export const RETRY_NOW_SIGNAL = 'retryNow';
/** Ends the delivery for good; it can be redelivered later. */
export const STOP_SIGNAL = 'stop';
/** Begins the schedule anew, as the given run. */
export const REDELIVER_SIGNAL = 'redeliver';

export type Lane = 'fast' | 'slow';

export interface AttemptInput {
  deliveryId: string;
  endpointId: string;
  run: number;
  /** 1 to 8. */
  attempt: number;
  lane: Lane;
}

export type AttemptResult =
  /** The delivery needs no further attempt, whatever the reason. */
  | { kind: 'closed'; state: Exclude<DeliveryState, 'pending'> | 'missing' }
  | { kind: 'failed'; failure: FailureClass }
  /** Not made: the delivery stands elsewhere and goes on from there in `waitMs` milliseconds. */
  | { kind: 'elsewhere'; run: number; attempt: number; waitMs: number }
  /** Not made: it belongs into the slow lane. */
  | { kind: 'moved' }
  /** Not made: the endpoint has as many attempts under way as it may. */
  | { kind: 'crowded' };

export interface DeliveryActivities {
  attemptDelivery(input: AttemptInput): Promise<AttemptResult>;
  /** Ends the delivery as `stopped` unless it has ended; answers the state it has then. */
  stopDelivery(deliveryId: string): Promise<Exclude<DeliveryState, 'pending'> | 'missing'>;
}

export interface FanOutInput {
  changeIds: string[];
  /** Task queue of the pages; those of older runs share the one of the attempts. */
  pageQueue?: string;
}

export interface FanOutPage {
  changeIds: string[];
  /** Id of the last endpoint of the page before; empty for the first. */
  after: string;
}

export interface FanOutActivities {
  /** One page of endpoints; answers the last one's id, or null when none is left. */
  fanOutPage(page: FanOutPage): Promise<{ after: string | null; started: number }>;
}

/** Each minute: starts what was lost. */
export const SWEEP_DELIVERIES_WORKFLOW = 'sweepDeliveries';

export interface SweptDeliveries {
  /** Deliveries whose workflow was lost. */
  deliveries: number;
  /** Changes that had not been fanned out. */
  changes: number;
  /** Deliveries that ended long ago, deleted. */
  forgotten: number;
}

export interface SweepDeliveriesActivities {
  sweepDeliveries(): Promise<SweptDeliveries>;
}
