import { type SteadyProxy, startSteadyProxy } from '../../bench/support/steady-proxy.js';
import { freePort } from '../../src/platform/process/free-port.js';

/** A way to a port, which can be cut as a network is: others get refused, and what was under way breaks. */
export class Link {
  private proxy: SteadyProxy | undefined;

  private constructor(
    readonly port: number,
    private readonly target: number,
  ) {}

  /** @param target the port it leads to on the loopback address. */
  static async open(target: number): Promise<Link> {
    const link = new Link(await freePort(), target);
    await link.mend();
    return link;
  }

  cut(): void {
    this.proxy?.close();
    this.proxy = undefined;
  }

  async mend(): Promise<void> {
    this.proxy ??= await startSteadyProxy(this.target, this.port);
  }
}
