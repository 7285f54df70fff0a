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

/** Gives an event another status; its availability follows. */
export function simulateStatus(event: Event, simulation: Simulation): void {
  if (!isStatus(simulation)) return;
  const { availability } = event.tickets;
  event.status = simulation;
  event.tickets.availability = availability === 'ended' ? 'ended' : (AVAILABILITY[simulation] ?? availability);
}

function isStatus(simulation: Simulation): simulation is SimulatedStatus {
  return simulation in AVAILABILITY;
}
