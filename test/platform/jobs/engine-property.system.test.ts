import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { defineJob, type Job, type OverduePage } from '../../../src/platform/jobs/job.js';
import { createJobSite } from '../../../src/platform/jobs/site.js';
import { createJobParts } from '../../../src/platform/jobs/start-jobs.js';
import { enqueue, waitingTopics } from '../../../src/platform/outbox/messages.js';
import { startRelay } from '../../../src/platform/outbox/relay.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import { UnavailableTemporal } from '../../../src/platform/temporal/unavailable-temporal.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { waitFor } from '../../support/wait-for.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
});
afterAll(() => ctx.close());

/** How one attempt at a subject ends; after its steps the subject succeeds. */
type Step = 'fails' | 'hangs' | 'crashes';

interface SubjectPlan {
  steps: Step[];
  /** It has a workflow, which Temporal may lose. */
  workflow: 'none' | 'runs' | 'lost';
}

interface Plan {
  subjects: SubjectPlan[];
  /** Subjects that always fail. */
  hopeless: number;
  temporalIsAway: boolean;
}

const plans = fc.record<Plan>({
  subjects: fc.array(
    fc.record({
      steps: fc.array(fc.constantFrom<Step>('fails', 'fails', 'hangs', 'crashes'), { maxLength: 3 }),
      workflow: fc.constantFrom<SubjectPlan['workflow']>('none', 'runs', 'lost'),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  hopeless: fc.integer({ min: 0, max: 40 }),
  temporalIsAway: fc.boolean(),
});

const HANG_MS = 300;
const LOST_AFTER_MS = 100;
const INLINE_AFTER_MS = 400;
/** The server is back after this time. */
const AWAY_MS = 800;
/** A subject without steps ends within this time, whatever the others do. */
const BOUND_MS = 20_000;
const MAX_FAILURES = 6;
const NAMES = { room: 'platform', does: 'Tries.', runbook: '', trigger: 'A test.', alertAfter: 60_000 };

/** One history: workers that die and are replaced, and their work. */
class World {
  readonly done = new Map<string, number>();
  readonly overlaps: string[] = [];
  readonly begun = performance.now();
  private readonly attempts = new Map<string, number>();
  private readonly running = new Map<string, TestWorker>();
  private worker: TestWorker;
  private deaths: Promise<void> = Promise.resolve();

  constructor(private readonly plan: Plan) {
    this.worker = new TestWorker(this);
  }

  planOf(subject: string): SubjectPlan | undefined {
    return this.plan.subjects[Number(subject.slice(1))];
  }

  get temporalIsAway(): boolean {
    return this.plan.temporalIsAway && performance.now() - this.begun < AWAY_MS;
  }

  finish(subject: string): void {
    if (!this.done.has(subject)) this.done.set(subject, performance.now() - this.begun);
  }

  /** One attempt in a worker. */
  async attempt(subject: string, worker: TestWorker): Promise<void> {
    // A dead process runs nothing; here its loop still holds subjects that it had read.
    if (worker.isDead) throw new Error('dead');
    if (this.running.has(subject)) this.overlaps.push(subject);
    this.running.set(subject, worker);
    try {
      const nth = this.attempts.get(subject) ?? 0;
      this.attempts.set(subject, nth + 1);
      const plan = this.planOf(subject);
      if (!plan) throw new Error('hopeless');
      const step = plan.steps[nth];
      if (step === 'hangs') await pause(HANG_MS);
      if (step === 'crashes') this.crash(worker);
      if (step !== undefined || worker.isDead) throw new Error(step ?? 'dead');
      this.finish(subject);
    } finally {
      if (this.running.get(subject) === worker) this.running.delete(subject);
    }
  }

  private crash(worker: TestWorker): void {
    if (worker.isDead) return;
    for (const [subject, of] of this.running) if (of === worker) this.running.delete(subject);
    const dying = worker.die();
    this.deaths = this.deaths.then(() => dying);
    if (worker === this.worker) this.worker = new TestWorker(this);
  }

  overdue({ before, after, limit }: OverduePage) {
    const since = new Date(ctx.clock.now().getTime() - (performance.now() - this.begun));
    const open = this.plan.subjects
      .map((plan, n) => ({ plan, subject: `s${n}` }))
      .filter(({ plan, subject }) => plan.workflow !== 'none' && !this.done.has(subject))
      .map(({ subject }) => ({ subject, since }));
    const isNext = ({ subject }: { subject: string }) => after === null || subject > after.subject;
    return since >= before
      ? []
      : open
          .sort((a, b) => a.subject.localeCompare(b.subject))
          .filter(isNext)
          .slice(0, limit);
  }

  async end(): Promise<void> {
    await this.deaths;
    await this.worker.stop();
  }
}

/** A worker with connections of its own. */
class TestWorker {
  isDead = false;
  private readonly site = createJobSite(ctx, {} as TemporalClient, {
    delayAfter: (failures) => (failures >= MAX_FAILURES ? null : 30 * failures),
  });
  private readonly relay;
  private readonly checking: Promise<void>;
  private isEnding = false;

  constructor(private readonly world: World) {
    const parts = createJobParts(this.site, this.jobs());
    const look = () => waitingTopics(ctx.sql, ctx.clock.now());
    this.relay = startRelay(ctx.log, { drains: parts.drains, look });
    this.checking = this.check(parts.clocks);
  }

  private jobs(): Job[] {
    const { world } = this;
    const run = (_ctx: unknown, subject: string) => world.attempt(subject, this);
    return [
      defineJob({ ...NAMES, name: 'plain', topic: 'order.closed', run }),
      defineJob<string>({
        ...{ ...NAMES, name: 'timed', topic: 'refund.requested', run },
        load: async (_ctx, subjects) => new Map(subjects.map((subject) => [subject, subject])),
        workflow: {
          ...{ type: 'trial', queue: 'orders', id: 'trial' },
          start: () => async (subject) => {
            if (world.temporalIsAway) throw new UnavailableTemporal('away');
            if (world.planOf(subject)?.workflow === 'runs') world.finish(subject);
          },
        },
        findOverdue: async (_ctx, page) => world.overdue(page),
        lostAfter: LOST_AFTER_MS,
        runInlineAfter: INLINE_AFTER_MS,
      }),
    ];
  }

  /** The workers' own loop, at the pace of this test. */
  private async check(clocks: readonly { run(): Promise<unknown> }[]): Promise<void> {
    while (!this.isEnding) {
      for (const clock of clocks) await clock.run().catch(() => {});
      await pause(50);
    }
  }

  /** The process dies: the server ends its transactions, and nothing that it goes on with counts. */
  async die(): Promise<void> {
    this.isDead = true;
    await this.site.sql.end({ timeout: 0 });
    await this.stop();
  }

  async stop(): Promise<void> {
    this.isEnding = true;
    await Promise.all([this.relay.stop(), this.checking]);
    await this.site.sql.end({ timeout: 5 });
  }
}

const SEED = process.env.JOB_SEED ? { seed: Number(process.env.JOB_SEED) } : {};

test('every subject ends, none runs twice at once, and failures delay no other', async () => {
  const property = fc.asyncProperty(plans, async (plan) => {
    await ctx.sql`DELETE FROM outbox`;
    const names = (isPlain: boolean) =>
      plan.subjects.flatMap(({ workflow }, n) => ((workflow === 'none') === isPlain ? [`s${n}`] : []));
    const hopeless = Array.from({ length: plan.hopeless }, (_, n) => `hopeless ${n}`);
    await enqueue(ctx.sql, 'order.closed', [...hopeless, ...names(true)], ctx.clock.now());
    await enqueue(ctx.sql, 'refund.requested', names(false), ctx.clock.now());
    const world = new World(plan);
    try {
      await waitFor(async () => {
        const [row] = await ctx.sql<{ waiting: number; aside: number }[]>`
          SELECT count(*) FILTER (WHERE due_at IS DISTINCT FROM 'infinity')::int AS waiting,
                 count(*) FILTER (WHERE due_at = 'infinity')::int AS aside FROM outbox`;
        return world.done.size === plan.subjects.length && row?.waiting === 0 && row.aside === plan.hopeless;
      });
    } finally {
      await world.end();
    }
    expect(world.overlaps).toEqual([]);
    const clean = [...world.done].filter(([subject]) => world.planOf(subject)?.steps.length === 0);
    expect(clean.filter(([, ms]) => ms > BOUND_MS)).toEqual([]);
  });
  await fc.assert(property, { numRuns: Number(process.env.JOB_RUNS ?? 12), endOnFailure: true, ...SEED });
}, 600_000);
