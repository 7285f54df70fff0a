import { freePort } from '../../src/platform/process/free-port.js';
import { type SteadyProxy, startSteadyProxy } from '../../test/support/outside/steady-proxy.js';
import type { Place } from './place.js';

/** A way to a port, which can be cut as a network is: new connections are refused, and open ones break. */
export class Link {
  private proxy: SteadyProxy | undefined;

  private constructor(
    readonly port: number,
    private readonly target: number,
  ) {}

  /** @param target the port it leads to on the loopback address; without cuts, the link is that port itself. */
  static async open({ isPartitionable }: Place, target: number): Promise<Link> {
    const link = new Link(isPartitionable ? await freePort() : target, target);
    await link.mend();
    return link;
  }

  get canBeCut(): boolean {
    return this.port !== this.target;
  }

  /** @throws {Error} when it is the port itself. */
  cut(): void {
    if (!this.canBeCut) throw new Error(`nothing stands before port ${this.port}`);
    this.proxy?.close();
    this.proxy = undefined;
  }

  async mend(): Promise<void> {
    if (this.canBeCut) this.proxy ??= await startSteadyProxy(this.target, this.port);
  }
}
