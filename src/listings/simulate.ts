import { ProblemError } from '../core/problems.js';
import type { Availability, Event, EventStatus } from '../core/wire/event.js';
import type { Simulation } from './wire.js';

type SimulatedStatus = Extract<Simulation, EventStatus>;

/** What the status leaves of the tickets; `rescheduled` alone leaves them as they are. */
const AVAILABILITY: Record<SimulatedStatus, Availability | null> = {
  sold_out: 'sold_out',
  cancelled: 'not_on_sale',
  postponed: 'not_on_sale',
  rescheduled: null,
};

/** What a key that is not ours is answered with (RFC 6750). */
const CHALLENGE = 'Bearer realm="partner-events", error="invalid_token"';
/** Seconds a simulated limit asks the caller to wait. */
const RETRY_AFTER = 30;

/**
 * Sends a simulated refusal as the real one would be (contract: `simulate`).
 *
 * @throws {ProblemError} `key_invalid` or `rate_limited` where that is what is simulated.
 */
export function refuseIfSimulated(simulation: Simulation | undefined): void {
  if (simulation === 'invalid_key') {
    throw new ProblemError('key_invalid', { headers: { 'WWW-Authenticate': CHALLENGE } });
  }
  if (simulation === 'rate_limited') {
    throw new ProblemError('rate_limited', { headers: { 'Retry-After': String(RETRY_AFTER) } });
  }
}

/** A sample's finished document with another status; its availability follows. */
export function simulateStatus(document: Buffer, simulation: Simulation | undefined): Buffer {
  if (simulation === undefined || !isStatus(simulation)) return document;
  const event = JSON.parse(document.toString()) as Event;
  const { availability } = event.tickets;
  event.status = simulation;
  event.tickets.availability = availability === 'ended' ? 'ended' : (AVAILABILITY[simulation] ?? availability);
  return Buffer.from(JSON.stringify(event));
}

function isStatus(simulation: Simulation): simulation is SimulatedStatus {
  return simulation in AVAILABILITY;
}
