import { microsecondsOf } from '../instants.js';
import type { WebhookEvent } from './verify.js';

/** The states of an earning, each before those it may move to. */
const EARNING_STATES = ['pending', 'approved', 'ready', 'paid', 'reversed'];

/** The subject of a delivery, and its version. */
export interface Version {
  /** The same for every delivery about the same event, earning, order or statement: `event:evt_…`, `earning:ern_…`, `order:ord_…`, `settlement:stm_…`. */
  key: string;
  /** Compare as text: the greater one is the newer one. The same delivery again has the same. */
  version: string;
}

/**
 * The version that a delivery carries, by which a store keeps the newest of each event, earning and order: deliveries arrive
 * twice and out of order. For an event it is when it changed or was withdrawn, for an earning its state, which only moves forward.
 */
export function versionOf(delivery: WebhookEvent): Version {
  if (delivery.type === 'earnings.changed') {
    const { earning } = delivery.data;
    const state = EARNING_STATES.indexOf(earning.status);
    // A state that is newer than this package comes after those it knows.
    const rank = state < 0 ? EARNING_STATES.length : state;
    return { key: `earning:${earning.id}`, version: String(rank) };
  }
  if (delivery.type === 'order.changed') {
    const { id, version } = delivery.data.order;
    return { key: `order:${id}`, version: String(version).padStart(16, '0') };
  }
  if (delivery.type === 'settlement.changed') {
    const { id, updated_at: at, issued_at: issued } = delivery.data.settlement;
    return { key: `settlement:${id}`, version: String(microsecondsOf(at ?? issued)).padStart(16, '0') };
  }
  const { data } = delivery;
  const [id, at] =
    'event' in data ? [data.event.id, data.event.updated_at] : [data.withdrawn.id, data.withdrawn.withdrawn_at];
  // All of one length until the year 2286, so that text compares as numbers do.
  return { key: `event:${id}`, version: String(microsecondsOf(at)).padStart(16, '0') };
}

/**
 * Whether to apply a delivery, given the version of its subject that you have.
 *
 * @param known `version` of the last delivery with the same `key` that you applied; null or absent for none.
 */
export function isNewer(delivery: WebhookEvent, known: string | null | undefined): boolean {
  return known === null || known === undefined || versionOf(delivery).version > known;
}
