import { generateEvents } from '../../src/catalogue/generate-events.js';
import { generateDrafts } from '../../src/catalogue/generated/drafts.js';
import { createTestContext, type TestContext } from '../support/context.js';

const OPTIONS = { events: 2000, seed: 7, from: '2026-11-02', series: 'generated' };

describe('generated events', () => {
  it('are decided by the seed alone', () => {
    expect([...generateDrafts(OPTIONS)]).toEqual([...generateDrafts(OPTIONS)]);
    const names = (seed: number) => [...generateDrafts({ ...OPTIONS, seed, events: 50 })].map((draft) => draft.name);
    expect(names(8)).not.toEqual(names(7));
  });

  it('are spread as real ones are', () => {
    const drafts = [...generateDrafts(OPTIONS)];
    const share = (which: (draft: (typeof drafts)[number]) => boolean) => drafts.filter(which).length / drafts.length;
    expect(new Set(drafts.map((draft) => draft.id)).size).toBe(drafts.length);
    expect(new Set(drafts.map((draft) => draft.country)).size).toBeGreaterThan(50);
    expect(share((draft) => draft.lat !== null && draft.timezone !== null)).toBe(1);
    expect(share((draft) => draft.ticket_types !== null)).toBeCloseTo(0.1, 1);
    expect(share((draft) => draft.reward_kind !== null)).toBeCloseTo(0.45, 1);
    expect(share((draft) => draft.starts_at === null)).toBeCloseTo(0.08, 1);
    expect(share((draft) => draft.date > '2026-11-02' && draft.date <= '2027-11-02')).toBe(1);
  });
});

describe('generateEvents', () => {
  let ctx: TestContext;

  beforeAll(async () => {
    ctx = await createTestContext();
  });

  afterAll(() => ctx.close());

  it('fills the catalogue, and the same again changes nothing', async () => {
    const input = { events: 2500, seed: 1, organizer: { source: 'generated' } };
    const progress: number[] = [];
    const first = await generateEvents(ctx, { ...input, onProgress: ({ created }) => progress.push(created) });
    expect(first).toEqual({ created: 2500, updated: 0, unchanged: 0 });
    expect(progress).toEqual([2000, 2500]);
    const [counts] = await ctx.sql`
      SELECT count(*)::int AS events, count(*) FILTER (WHERE upcoming)::int AS upcoming, avg(length(doc))::int AS size FROM event_listings`;
    expect(counts?.events).toBe(2500);
    expect(counts?.upcoming).toBeGreaterThan(2350);
    expect(counts?.size).toBeGreaterThan(1150);
    expect(await generateEvents(ctx, input)).toEqual({ created: 0, updated: 0, unchanged: 2500 });
  });
});
