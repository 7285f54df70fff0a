import type { Call, CallOptions } from './calls.js';
import { randomId } from './environment.js';
import { SignalsResource } from './generated/resources.js';
import type { Signal } from './generated/schemas.js';

/** Operations of `client.signals`. */
export class Signals extends SignalsResource {
  /**
   * Record a browser signal. `POST /track`
   *
   * Without a `view`, the signal gets a random one, so that a repeated try does not count twice.
   *
   * @throws {ProblemError} `signal_type_refused`, `server_key_refused`
   */
  override track(body: Signal, options: CallOptions = {}): Call<void> {
    return super.track({ view: randomId(), ...body }, options);
  }
}
