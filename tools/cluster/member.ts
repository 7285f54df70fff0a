import { setTimeout as pause } from 'node:timers/promises';
import { type Child, signalProcess } from '../../src/embedded/processes.js';
import type { Link } from './link.js';

export interface MemberOptions {
  /** Such as `api-1`. */
  name: string;
  /** Its name in the report. */
  what: string;
  port?: number;
  logFile: string;
  launch(): Promise<Child>;
  /** Whether it does its work. */
  isReady(child: Child): Promise<boolean>;
  /** The ports by which others reach it or, without any, it reaches them. */
  links?: readonly Link[];
  /** Processes of its machine that are in no group of the child. */
  others?(): number[];
}

/** How soon an ended process is started again, as by a process manager. */
const RESTART_MS = 1_000;
const READY_MS = 120_000;

/** A process of the cluster, or all processes of a machine; started again when it ends. */
export class Member {
  private child: Child | undefined;
  private isWanted = false;

  constructor(private readonly options: MemberOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** Name, kind, port, process and log, for the report. */
  get row() {
    const { name, what, port, logFile } = this.options;
    return { name, what, port, pid: this.child?.pid, logFile };
  }

  /** Starts it, and waits until it is ready. @throws {Error} with the end of its log when it is not in two minutes. */
  async start(): Promise<void> {
    this.isWanted = true;
    await this.launch();
    await this.untilReady();
  }

  async untilReady(): Promise<void> {
    const limit = performance.now() + READY_MS;
    while (performance.now() < limit) {
      const { child } = this;
      if (child?.isRunning() && (await this.options.isReady(child).catch(() => false))) return;
      await pause(100);
    }
    throw new Error(`${this.name} is not ready:\n${this.child?.tail() ?? ''}`);
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    this.isWanted = false;
    await this.child?.stop();
    for (const pid of this.options.others?.() ?? []) signalProcess(pid, 'SIGKILL');
  }

  /** Ends it in order and starts it again, as an upgrade does. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Kills all its processes, and starts it again after the given milliseconds. */
  async kill(away: number): Promise<void> {
    this.isWanted = false;
    this.signal('SIGKILL');
    await this.child?.ended;
    await pause(away);
    await this.start();
  }

  /** Stops all its processes for the given milliseconds, and then continues them. */
  async stall(milliseconds: number): Promise<void> {
    this.signal('SIGSTOP');
    await pause(milliseconds);
    this.signal('SIGCONT');
    await this.untilReady();
  }

  get isPartitionable(): boolean {
    return (this.options.links ?? []).some(({ canBeCut }) => canBeCut);
  }

  /** Closes its ports, or the ports by which it reaches others, for the given milliseconds. */
  async partition(milliseconds: number): Promise<void> {
    const links = this.options.links ?? [];
    for (const link of links) link.cut();
    await pause(milliseconds);
    await Promise.all(links.map((link) => link.mend()));
    await this.untilReady();
  }

  private signal(signal: NodeJS.Signals): void {
    const others = this.options.others?.() ?? [];
    if (this.child?.isRunning()) signalProcess(-this.child.pid, signal);
    for (const pid of others) signalProcess(pid, signal);
  }

  private async launch(): Promise<void> {
    const child = await this.options.launch().catch(() => undefined);
    this.child = child;
    const again = () => {
      if (this.isWanted && this.child === child) void this.launch();
    };
    void (child?.ended ?? Promise.resolve()).then(() => setTimeout(again, RESTART_MS).unref());
  }
}
