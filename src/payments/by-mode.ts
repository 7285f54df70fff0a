import { MODES, type Mode } from '../core/mode.js';
import { InvalidSignature } from './errors.js';
import type { Payments, PaymentsPort } from './port.js';

/** The processors of a process, each of its mode; `simulation` is where payments without an account were made. */
export function createPayments(ports: Record<Mode | 'simulation', PaymentsPort>): Payments {
  const hosted = MODES.filter((mode) => ports[mode].hosted);
  return {
    of: (mode) => ports[mode],
    simulation: ports.simulation,
    hosted,
    readMessage(body, signature) {
      for (const mode of hosted) {
        try {
          return { ...ports[mode].readEvent(body, signature), mode };
        } catch (error) {
          if (!(error instanceof InvalidSignature)) throw error;
        }
      }
      throw new InvalidSignature('the message is not signed with a secret that we have');
    },
  };
}
