import { ProblemError } from '../core/problems.js';
import type { Availability, Event, EventStatus } from '../core/wire/event.js';
import type { Simulation } from './wire.js';

type SimulatedStatus = Extract<Simulation, EventStatus>;

/** The effect of the status on tickets; `rescheduled` has none. */
const AVAILABILITY: Record<SimulatedStatus, Availability | null> = {
  sold_out: 'sold_out',
  cancelled: 'not_on_sale',
  postponed: 'not_on_sale',
  rescheduled: null,
};

/** The challenge for an unknown key (RFC 6750). */
const CHALLENGE = 'Bearer realm="partner-events", error="invalid_token"';
/** `Retry-After` of a simulated limit. */
const RETRY_AFTER = 30;

/**
 * Throws a simulated error like the real one (contract: `simulate`).
 *
 * @throws {ProblemError} `key_invalid` or `rate_limited` if that is simulated.
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
