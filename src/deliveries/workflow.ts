import type { Id } from '../core/ids.js';
import type { EndpointStatus, OutcomeCount } from './rules/round.js';

/** One workflow an endpoint for which deliveries wait for a further attempt: releases them in rounds, and shows how it stands. */
export const ENDPOINT_DELIVERIES_WORKFLOW = 'endpointDeliveries';

/** Ids only: no payload, address or secret ever enters Temporal. */
export interface EndpointDeliveriesInput {
  endpointId: string;
}

/** Something changed in Postgres: the workflow reads the waiting retries again. */
export const LOOK_SIGNAL = 'look';
/** Makes the next attempt of a delivery now, or of all that wait. */
export const RETRY_NOW_SIGNAL = 'retryNow';
/** Makes no further attempt of a delivery; it can be replayed later. */
export const STOP_SIGNAL = 'stop';

export interface Round {
  ended: OutcomeCount[];
  standing: EndpointStatus;
}

/** A command of an operator, sent from Temporal's UI. */
export interface EndpointCommand {
  endpointId: string;
  kind: 'retryNow' | 'stop';
  /** Null: all that wait. */
  deliveryId: Id<'delivery'> | null;
}

export interface EndpointDeliveriesActivities {
  /** Writes down when the next round is due, or that nothing waits. */
  planRound(input: EndpointDeliveriesInput): Promise<EndpointStatus>;
  /** Releases due retries to the senders and waits until they are sent, for half a minute at most. */
  sendRound(input: EndpointDeliveriesInput): Promise<Round>;
  /** @returns what became of it, in a few words. */
  commandDeliveries(command: EndpointCommand): Promise<string>;
}
