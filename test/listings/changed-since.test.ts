import { projectChanges } from '../../src/catalogue/project-changes.js';
import { withdrawFromCompany } from '../../src/companies/set-agreement.js';
import type { Viewer } from '../../src/core/viewer.js';
import type { Event } from '../../src/core/wire/event.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvents, change, LIVE_VIEWER, page, type TruthFields, truth, walk } from '../support/data/listings.js';
import { Writings } from '../support/writings.js';

const EPOCH = '1970-01-01T00:00:00.000000Z';
let ctx: TestContext;

beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

/** A partner's copy of the catalogue, kept by `changed_since` alone, as in the contract. */
class Poller {
  readonly copy = new Map<string, Event>();
  private since = EPOCH;

  constructor(
    private readonly viewer: Viewer,
    private readonly limit: number,
  ) {}

  async poll(): Promise<void> {
    let last = this.since;
    const first = await page(ctx, { changed_since: this.since }, { viewer: this.viewer, limit: this.limit });
    for (let answer = first; ; ) {
      for (const event of answer.events) {
        this.copy.set(event.id, event);
        last = event.updated_at;
      }
      if (answer.next === null) break;
      answer = await page(ctx, {}, { viewer: this.viewer, limit: this.limit, cursor: answer.next });
    }
    await this.takeDown(first.withdrawn ?? []);
    this.since = last;
  }

  private async takeDown(withdrawn: { id: string; withdrawn_at: string }[]): Promise<void> {
    for (const { id } of withdrawn) this.copy.delete(id);
    if (withdrawn.length < 500) return;
    const since = withdrawn.at(-1)?.withdrawn_at ?? '';
    const more = await page(ctx, { changed_since: since }, { viewer: this.viewer, limit: 1 });
    await this.takeDown(more.withdrawn ?? []);
  }
}

/** The catalogue that a newcomer reads. */
async function catalogue(viewer: Viewer): Promise<Map<string, Event>> {
  const events = await walk(ctx, { changed_since: EPOCH }, { viewer });
  return new Map(events.map((event) => [event.id, event]));
}

const COUNTRIES = ['FI', 'SE', 'NO'];

/** One writer's random step; it leaves the word and sometimes does the projecting itself. */
async function write(ids: string[], roll: (n: number) => number): Promise<void> {
  const id = ids[roll(ids.length)] ?? '';
  const steps: Partial<TruthFields>[] = [
    { name: `Renamed ${roll(1_000_000)}` },
    { shared: false },
    { shared: true },
    { country: COUNTRIES[roll(COUNTRIES.length)] },
    { status: 'cancelled' },
    { status: 'scheduled' },
    { reward_kind: null, reward_amount_minor: null },
    { reward_kind: 'flat', reward_amount_minor: 300 },
  ];
  await ctx.sql.begin(async (tx) => {
    await tx`UPDATE events SET ${tx(steps[roll(steps.length)] ?? {})} WHERE id = ${id}`;
    await enqueue(tx, 'event.touched', [id], ctx.clock.now());
  });
  if (roll(3) === 0) await projectChanges(ctx);
}

describe('a poller that uses changed_since alone', () => {
  it('ends with exactly the final catalogue while eight writers change it', async () => {
    const events = await addEvents(
      ctx,
      Array.from({ length: 60 }, () => ({})),
    );
    const ids = events.map((event) => event.id);
    const narrow: Viewer = {
      ...LIVE_VIEWER,
      agreement: { countries: ['FI', 'NO'], categories: null, payingOnly: true },
    };
    const pollers = [new Poller(LIVE_VIEWER, 3), new Poller(LIVE_VIEWER, 100), new Poller(narrow, 5)];
    const writings = new Writings();
    // Once each of the writers has made a step, more or less.
    const reading = pollers.map(async (poller) => {
      while (await writings.next(8)) await poller.poll();
    });
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      let state = writer + 1;
      const roll = (n: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * n);
      };
      for (let step = 0; step < 60; step += 1) {
        await write(ids, roll);
        writings.wrote();
        // The clock stands still most of the time, and once steps back, as clocks do.
        if (roll(5) === 0) ctx.clock.advance(roll(10) === 0 ? -3 : 1);
      }
    });
    await Promise.all(writers);
    writings.end();
    await Promise.all(reading);
    await projectChanges(ctx);
    for (const poller of pollers) await poller.poll();

    expect(pollers[0]?.copy).toEqual(await catalogue(LIVE_VIEWER));
    expect(pollers[1]?.copy).toEqual(await catalogue(LIVE_VIEWER));
    expect(pollers[2]?.copy).toEqual(await catalogue(narrow));
  });

  it('does not skip a withdrawal that comes between two pages of one walk', async () => {
    const [a, b, c] = await addEvents(ctx, [{}, {}, {}]);
    const first = await page(ctx, { changed_since: EPOCH }, { limit: 1 });
    await change(ctx, a?.id ?? '', { shared: false });
    await change(ctx, b?.id ?? '', { name: 'Changed after the first page' });
    const rest = await page(ctx, {}, { limit: 100, cursor: first.next ?? '' });
    const last = [...first.events, ...rest.events].at(-1)?.updated_at ?? '';
    const next = await page(ctx, { changed_since: last });
    expect(next.withdrawn?.map((row) => row.id)).toEqual([a?.id]);
    expect(next.events.map((event) => event.id)).toContain(b?.id);
    expect(rest.withdrawn).toEqual([]);
    expect(c).toBeDefined();
  });
});

type Read = 'performers' | 'page' | 'withdrawals';
const kindOf = (text: string): Read => {
  if (text.startsWith('SELECT string_agg')) return 'page';
  return text.includes('FROM performers') ? 'performers' : 'withdrawals';
};

/** The same database, on which `second` waits until `first` was read and `between` was done. */
function inTurns(first: Read, second: Read, between: () => Promise<void>): TestContext {
  let tell: (read: Promise<unknown>) => void;
  const done = new Promise((resolve) => {
    tell = resolve;
  }).then(between);
  const slowed = (sql: TestContext['reads']) =>
    new Proxy(sql, {
      get(target, name, receiver) {
        if (name !== 'unsafe') return Reflect.get(target, name, receiver);
        return (...args: Parameters<typeof sql.unsafe>) => {
          const kind = kindOf(args[0]);
          const read = async (rows: () => PromiseLike<unknown>) => {
            if (kind === second) await done;
            const result = Promise.resolve(rows());
            if (kind === first) tell(result);
            return result;
          };
          const raw = () => read(() => target.unsafe(...args).raw());
          const whole = (...then: [never]) => read(() => target.unsafe(...args)).then(...then);
          // biome-ignore lint/suspicious/noThenProperty: a query is sent when it is awaited.
          return { raw, then: whole };
        };
      },
    });
  return { ...ctx, reads: slowed(ctx.reads), quickReads: slowed(ctx.quickReads) };
}

describe('the first page and its withdrawals, read at the same time', () => {
  it('name events withdrawn before the page, which its last updated_at would skip', async () => {
    const [gone] = await addEvents(ctx, [{}, {}]);
    const slow = inTurns('withdrawals', 'page', async () => {
      await change(ctx, gone?.id ?? '', { shared: false });
      await addEvents(ctx, [{ name: 'Made after it' }]);
    });
    const answer = await page(slow, { changed_since: EPOCH });
    expect(answer.events.map((event) => event.name)).toContain('Made after it');
    expect(answer.withdrawn?.map((row) => row.id)).toEqual([gone?.id]);
  });

  it('leave out events withdrawn after the page, whose withdrawn_at would skip changes', async () => {
    const [gone] = await addEvents(ctx, [{}, {}]);
    const slow = inTurns('page', 'withdrawals', async () => {
      await addEvents(ctx, [{ name: 'Made before it' }]);
      await change(ctx, gone?.id ?? '', { shared: false });
    });
    const answer = await page(slow, { changed_since: EPOCH });
    expect(answer.events).toHaveLength(2);
    expect(answer.withdrawn).toEqual([]);
    const next = await page(ctx, { changed_since: answer.events.at(-1)?.updated_at });
    expect(next.events.map((event) => event.name)).toEqual(['Made before it']);
    expect(next.withdrawn?.map((row) => row.id)).toEqual([gone?.id]);
  });
});

describe('a page of performers looked up before it', () => {
  it('ends before events of performers that were added during the walk, so that the next walk has them', async () => {
    const [known] = await addEvents(ctx, [{ performers: ['The Only Ones'] }, {}]);
    const slow = inTurns('performers', 'page', async () => {
      await addEvents(ctx, [{ name: 'Of a newcomer', performers: ['Only Lovers'] }]);
      await change(ctx, known?.id ?? '', { name: 'Changed after it' });
    });
    const names = async (of: TestContext, since = EPOCH) => {
      const { events } = await page(of, { changed_since: since, artist: 'only' });
      return { names: events.map((event) => event.name).sort(), last: events.at(-1)?.updated_at };
    };
    const first = await names(slow);
    expect(first.names).not.toContain('Changed after it');
    expect((await names(ctx, first.last)).names).toEqual(['Changed after it', 'Of a newcomer']);
  });

  it('leaves out withdrawals after it, even where no performer has such a name yet', async () => {
    const [gone] = await addEvents(ctx, [{}, {}]);
    const slow = inTurns('performers', 'withdrawals', async () => {
      await addEvents(ctx, [{ performers: ['Nobody Knew'] }]);
      await change(ctx, gone?.id ?? '', { shared: false });
    });
    const first = await page(slow, { changed_since: EPOCH, artist: 'nobody' });
    expect(first).toMatchObject({ events: [], withdrawn: [] });
  });
});

describe('withdrawn', () => {
  it('pages through more than 500 by the last withdrawn_at, in microseconds, each once', async () => {
    const events = await addEvents(
      ctx,
      Array.from({ length: 1203 }, () => ({})),
    );
    await ctx.sql.begin(async (tx) => {
      await tx`UPDATE events SET shared = false`;
      await tx`INSERT INTO outbox (topic, key, created_at) SELECT 'event.touched', id, ${ctx.clock.now()} FROM events`;
    });
    await projectChanges(ctx);
    const found: string[] = [];
    let since = EPOCH;
    for (;;) {
      const answer = await page(ctx, { changed_since: since });
      const { withdrawn = [], notices = [] } = answer;
      expect(notices.some((notice) => notice.startsWith('withdrawn_truncated: '))).toBe(withdrawn.length === 500);
      found.push(...withdrawn.map((row) => row.id));
      if (withdrawn.length < 500) break;
      since = withdrawn.at(-1)?.withdrawn_at ?? '';
    }
    expect(found).toHaveLength(1203);
    expect(new Set(found)).toEqual(new Set(events.map((event) => event.id)));
  });

  it('is there only with changed_since, and always empty for a test key', async () => {
    const [live] = await addEvents(ctx, [{}, { id: 'evt_test_gone', test: true }]);
    await change(ctx, live?.id ?? '', { shared: false });
    await change(ctx, 'evt_test_gone', { shared: false });
    expect(await page(ctx)).not.toHaveProperty('withdrawn');
    expect((await page(ctx, { changed_since: EPOCH })).withdrawn).toHaveLength(1);
    expect((await page(ctx, { changed_since: EPOCH }, { viewer: { ...LIVE_VIEWER, mode: 'test' } })).withdrawn).toEqual(
      [],
    );
  });

  it('names an event to those alone whose agreement covered it and no longer does', async () => {
    const [event] = await addEvents(ctx, [{ country: 'FI', category: 'music' }]);
    const seen = async (agreement: Partial<Viewer['agreement']>) => {
      const viewer = { ...LIVE_VIEWER, agreement: { ...LIVE_VIEWER.agreement, ...agreement } };
      const answer = await page(ctx, { changed_since: EPOCH }, { viewer });
      return `${answer.events.length} shown, ${answer.withdrawn?.length} withdrawn`;
    };
    await change(ctx, event?.id ?? '', { country: 'SE' });
    expect(await seen({})).toBe('1 shown, 0 withdrawn');
    expect(await seen({ countries: ['FI'] })).toBe('0 shown, 1 withdrawn');
    expect(await seen({ countries: ['SE'] })).toBe('1 shown, 0 withdrawn');
    expect(await seen({ countries: ['NO'] })).toBe('0 shown, 0 withdrawn');
    await change(ctx, event?.id ?? '', { reward_kind: null, reward_amount_minor: null });
    expect(await seen({ countries: ['SE'], payingOnly: true })).toBe('0 shown, 1 withdrawn');
    await change(ctx, event?.id ?? '', { shared: false });
    expect(await seen({ countries: ['SE'] })).toBe('0 shown, 1 withdrawn');
    expect(await seen({ categories: ['film'] })).toBe('0 shown, 0 withdrawn');
  });

  it('follows a narrowed agreement: formerly covered events, shown or withdrawn before, are withdrawn', async () => {
    const before = LIVE_VIEWER.agreement;
    const after = { countries: ['FI'], categories: null, payingOnly: false };
    const [kept, lost, gone, nowhere] = await addEvents(ctx, [
      { country: 'FI' },
      { country: 'SE' },
      { country: 'NO' },
      { country: null },
    ]);
    await change(ctx, gone?.id ?? '', { shared: false });
    const narrow = { companyId: 'cmp_reader', before, after };
    const answer = await ctx.sql.begin((tx) => withdrawFromCompany(ctx, tx, narrow));
    expect(answer.events).toBe(3);
    const mine = await page(ctx, { changed_since: EPOCH }, { viewer: { ...LIVE_VIEWER, agreement: after } });
    expect(mine.events.map((event) => event.id)).toEqual([kept?.id]);
    expect(mine.withdrawn?.map((row) => row.id).sort()).toEqual([gone?.id, lost?.id, nowhere?.id].sort());
    const others = await page(ctx, { changed_since: EPOCH }, { viewer: { ...LIVE_VIEWER, companyId: 'cmp_other' } });
    expect(others.withdrawn?.map((row) => row.id)).toEqual([gone?.id]);
    const [next] = await addEvents(ctx, [truth(ctx)]);
    const found = await page(ctx, { changed_since: mine.withdrawn?.at(-1)?.withdrawn_at });
    expect(found.events.map((event) => event.id)).toEqual([next?.id]);
  });
});
