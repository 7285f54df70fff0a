import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { addAhead } from '../../src/sandbox/sql/clock.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { eventId, importAll, listedEvent } from '../support/data/catalogue.js';

const FIXTURE = join(projectRoot(), 'test/fixtures/conferences.ndjson');

/** The number of progress lines depends on how busy the machine is. */
function withoutProgress(text: string): string {
  return text.replace(/^\d+ read, \d+ in the catalogue\n/gm, '');
}

const concert = { external_id: 'c-1', name: 'Concert', starts_at: '2099-05-01T20:00', city: 'Berlin', country: 'DE' };

describe('partner-events catalogue', () => {
  let ctx: TestContext;
  let folder: string;

  beforeAll(async () => {
    ctx = await createTestContext();
    folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    await importAll(ctx, [{ ...concert, external_id: 'postponed', status: 'postponed' }]);
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await ctx.close();
  });

  async function catalogue(args: string[], options: { stdin?: string; env?: Record<string, string> } = {}) {
    const stdin = options.stdin ? createReadStream(options.stdin) : undefined;
    const ended = await runCli(ctx, ['catalogue', ...args], { env: options.env, stdin });
    return { ...ended, err: withoutProgress(ended.err) };
  }

  function file(...events: unknown[]): string {
    const path = join(folder, 'events.ndjson');
    writeFileSync(path, events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event))).join('\n'));
    return path;
  }

  it('imports a file, and from the standard input that nothing changed', async () => {
    expect(
      await catalogue(['import', FIXTURE, '--organizer', 'conferences', '--organizer-name', 'Conferences']),
    ).toEqual({
      code: 0,
      out: '300 read: 299 created, 0 updated, 0 unchanged, 0 refused, 1 repeated later in the file\n',
      err: '',
    });
    expect(await catalogue(['import', '-', '--organizer', 'conferences'], { stdin: FIXTURE })).toMatchObject({
      code: 0,
      out: '300 read: 0 created, 0 updated, 299 unchanged, 0 refused, 1 repeated later in the file\n',
    });
  });

  it('reports refused lines and bad members, and fails for --strict or if all were refused', async () => {
    const path = file(concert, '{', { ...concert, external_id: 'c-2', lat: 91, lng: 0, image: 'none' });
    const mixed = await catalogue(['import', path, '--organizer', 'hall']);
    expect(mixed).toEqual({
      code: 0,
      out: '3 read: 2 created, 0 updated, 0 unchanged, 1 refused, 1 with notes\n',
      err:
        'line 2: not valid JSON\nline 3: left out: lat "91, 0" is not a place on Earth: the coordinates are left out; ' +
        'left out: image "none" must be an http or https address\n',
    });
    const { out } = await catalogue(['import', path, '--organizer', 'hall', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      noted: 1,
      notes: [
        { line: 3, external_id: 'c-2', members: [{ member: 'lat', value: '91, 0', kept: false }, { member: 'image' }] },
      ],
    });
    const strict = await catalogue(['import', path, '--organizer', 'strict', '--strict']);
    expect(strict).toMatchObject({ code: 1, out: '3 read: 1 created, 0 updated, 0 unchanged, 2 refused\n' });
    expect((await catalogue(['import', file('{'), '--organizer', 'hall'])).code).toBe(1);
    expect((await catalogue(['import', file(), '--organizer', 'hall'])).code).toBe(0);
  });

  it('updates, withdraws, shares and shows one event', async () => {
    await catalogue(['import', file({ ...concert, external_id: 'c-3' }), '--organizer', 'hall']);
    const id = await eventId(ctx, 'c-3');
    const update = [
      'update',
      id,
      '--name',
      'Other',
      '--status',
      'postponed',
      '--reward-percent',
      '7.5',
      '--performer',
      'Ada',
      'Bo',
    ];
    expect(await catalogue(update)).toMatchObject({ code: 0, out: `${id} was changed\n` });
    expect(await catalogue(update)).toMatchObject({ code: 0, out: `${id} is unchanged\n` });
    expect(await listedEvent(ctx, id)).toMatchObject({
      name: 'Other',
      status: 'postponed',
      performers: [{ name: 'Ada' }, { name: 'Bo' }],
    });
    expect(await catalogue(['update', id, '--city', ''])).toMatchObject({ code: 0 });
    expect(await catalogue(['withdraw', id])).toMatchObject({ code: 0, out: `${id} is withdrawn\n` });
    expect(await catalogue(['withdraw', id])).toMatchObject({ out: `${id} was already withdrawn\n` });
    expect(await catalogue(['share', id])).toMatchObject({ code: 0, out: `${id} is shared\n` });
    const shown = await catalogue(['show', id]);
    expect(JSON.parse(shown.out)).toMatchObject({ event: { id, name: 'Other', city: null }, ticket_types: [] });
  });

  it('counts events as past by the moved clock', async () => {
    await addAhead(ctx.sql, 400 * 86_400_000);
    const soon = { ...concert, external_id: 'soon', starts_at: new Date(Date.now() + 86_400_000).toISOString() };
    await catalogue(['import', file(soon), '--organizer', 'hall'], { env: { PAYMENTS: 'simulated' } });
    expect(await listedEvent(ctx, await eventId(ctx, 'soon'))).toMatchObject({ status: 'completed' });
  });

  it('generates events', async () => {
    expect(await catalogue(['generate', '--events', '30', '--seed', '3', '--from', '2099-01-01'])).toEqual({
      code: 0,
      out: '30 created, 0 updated, 0 unchanged\n',
      err: '',
    });
    expect(await catalogue(['generate', '--events', '30', '--seed', '3', '--from', '2099-01-01'])).toMatchObject({
      out: '0 created, 0 updated, 30 unchanged\n',
    });
  });

  it.each([
    ['an unknown event', ['withdraw', 'evt_none'], 'There is no event evt_none.'],
    [
      'a status that cannot follow',
      ['update', 'ID', '--status', 'scheduled'],
      'status: scheduled cannot follow postponed',
    ],
    ['a value that cannot be', ['update', 'ID', '--country', 'Narnia'], 'country: "Narnia" is not a country we know'],
    ['an unknown status', ['update', 'ID', '--status', 'maybe'], "argument 'maybe' is invalid"],
    ['a price without its beginning', ['update', 'ID', '--price-to', '5'], '--price-to needs --price-from.'],
    ['a day that is none', ['generate', '--events', '1', '--from', '2027-02-30'], 'must be a date such as'],
    ['no number', ['generate', '--events', 'many'], 'must be a whole number from 1 to 5000000'],
    ['a missing file', ['import', '/none.ndjson', '--organizer', 'hall'], 'There is no file /none.ndjson.'],
    ['no organizer', ['import', FIXTURE], "required option '--organizer <source>' not specified"],
    ['a strange organizer', ['import', FIXTURE, '--organizer', 'a b'], 'organizer: must be 1 to 80 letters'],
  ])('ends badly with one message for %s', async (_what, args, message) => {
    const id = await eventId(ctx, 'postponed');
    const ended = await catalogue(args.map((arg) => (arg === 'ID' ? id : arg)));
    const isUsage = /^error: |^--price-to|^(status|country|organizer): /.test(ended.err);
    expect(ended).toMatchObject({ code: isUsage ? 2 : 1, out: '' });
    const lines = ended.err
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('Help: partner-events catalogue '));
    expect(lines).toHaveLength(1);
    expect(ended.err).toContain(message);
  });

  it.each([
    ['nowhere to write to', { DATABASE_URL: '' }, 'Nothing is running on the data folder'],
    ['a database that does not respond', { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, 'ECONNREFUSED'],
  ])('ends with code 1 and one message for %s', async (_what, env, message) => {
    const ended = await catalogue(['show', 'evt_x'], { env });
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err.trim().split('\n')).toHaveLength(1);
    expect(ended.err).toContain(message);
  });
});
