import type { FailureClass } from '../core/outcomes.js';
import type { DeliveryState } from './rules/delivery.js';

/** Contract: Events, kinds of event. */
export const CHANGE_TYPES = ['event.changed', 'earnings.changed'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** One workflow a delivery, from before senders made every attempt: it follows the row until that has ended. Nothing starts it. */
export const DELIVERY_WORKFLOW = 'delivery';
/** Wrote the deliveries of a batch of changes; nothing starts it any more. */
export const FAN_OUT_WORKFLOW = 'fanOut';
/** One workflow a shard, from before shards were leased in Postgres. Nothing starts it, and it ends. */
export const DELIVERY_SENDER_WORKFLOW = 'deliverySender';
/** All three: their task queues are served only while some run. */
export const FORMER_WORKFLOWS = [DELIVERY_WORKFLOW, FAN_OUT_WORKFLOW, DELIVERY_SENDER_WORKFLOW] as const;

/** Ids only: no payload, address or secret ever enters Temporal. */
export interface DeliveryInput {
  deliveryId: string;
  endpointId: string;
  /** Incremented by each redelivery. */
  run: number;
  /** Task queue for attempts of slow endpoints. */
  slowQueue: string;
  /** Where the delivery stands; absent in workflows of before, which make the first attempt themselves. */
  resume?: {
    /** The next attempt, 2 to 8. */
    attempt: number;
    /** What is left of the gap before it when the workflow is started, in milliseconds. */
    waitMs: number;
    /** How the attempt before it failed. */
    failure: string;
  };
}

/** Makes the next attempt now. */
export const RETRY_NOW_SIGNAL = 'retryNow';
/** Stops the delivery; it can be redelivered later. */
export const STOP_SIGNAL = 'stop';
/** Restarts the schedule, as the given run. */
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
  /** The delivery needs no further attempt, for any reason. */
  | { kind: 'closed'; state: Exclude<DeliveryState, 'pending'> | 'missing' }
  | { kind: 'failed'; failure: FailureClass }
  /** Not made: the delivery is at another attempt and continues from there in `waitMs` milliseconds. */
  | { kind: 'elsewhere'; run: number; attempt: number; waitMs: number }
  /** Not made: it belongs in the slow lane. */
  | { kind: 'moved' }
  /** Not made: the endpoint has as many attempts under way as it may, or a sender is making it. */
  | { kind: 'crowded' };

export interface DeliveryActivities {
  attemptDelivery(input: AttemptInput): Promise<AttemptResult>;
  /** Ends the delivery as `stopped` unless it has ended; returns its state afterwards. */
  stopDelivery(deliveryId: string): Promise<Exclude<DeliveryState, 'pending'> | 'missing'>;
}

export interface FanOutInput {
  changeIds: string[];
  /** Task queue of the pages; older runs use the one of the attempts. */
  pageQueue?: string;
  /**
   * Write few changes within the workflow's own task, and stay for some minutes to report the outcome of the first attempts;
   * absent in older runs.
   */
  watch?: boolean;
}

export interface FanOutPage {
  changeIds: string[];
  /** Id of the last endpoint of the page before; empty for the first. */
  after: string;
}

export interface FanOutActivities {
  /** One page of endpoints; returns the last one's id, or null when none is left, and how many deliveries it wrote. */
  fanOutPage(page: FanOutPage): Promise<{ after: string | null; started: number }>;
}

/** What became of the deliveries of a fan-out so far. */
export interface FanOutProgress {
  deliveries: number;
  /** Taken at the first attempt. */
  succeeded: number;
  /** Their first attempt failed: each has a workflow, or had one. */
  retried: number;
  /** Waiting for their first attempt. */
  waiting: number;
  /** Held, stopped or superseded before it. */
  ended: number;
}

export interface FanOutProgressActivities {
  fanOutProgress(changeIds: string[]): Promise<FanOutProgress>;
}

export interface SenderInput {
  /** From 0: `src/deliveries/rules/shards.ts`. */
  shard: number;
  /** Where the workers wait that send. */
  queue: string;
}

export interface SenderActivities {
  /** Fails, so that the workflow ends. */
  sendShard(input: { shard: number }): Promise<unknown>;
}

export interface SweptDeliveries {
  /** Endpoints whose workflow was lost, or had nothing left to do. */
  endpoints: number;
  /** Changes that had not been fanned out. */
  changes: number;
  /** Deliveries that ended long ago, deleted. */
  forgotten: number;
}
