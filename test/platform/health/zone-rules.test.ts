import { IANAZone } from 'luxon';
import { findZoneDifferences, warnOfZoneRules } from '../../../src/platform/health/zone-rules.js';
import { createTestContext, type TestContext } from '../../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ now: '2026-11-23T12:00:00Z' });
});
afterAll(() => ctx.close());

/** As Node.js has it, but summer time in Berlin ends three weeks later. */
const late = (zone: string, at: number) =>
  zone === 'Europe/Berlin' && at >= Date.parse('2027-10-31T01:00Z') && at < Date.parse('2027-11-20')
    ? 120
    : IANAZone.create(zone).offset(at);

test('a zone whose rules differ is named, with the first and the last day', async () => {
  const known = (await findZoneDifferences(ctx)).map(({ zone }) => zone);
  expect(known).not.toContain('Europe/Berlin');
  const differences = await findZoneDifferences(ctx, late);
  expect(differences.filter(({ zone }) => !known.includes(zone))).toEqual([
    { zone: 'Europe/Berlin', days: ['2027-11-01', '2027-11-15'] },
  ]);
});

test('the log of a process says so', async () => {
  const warn = jest.spyOn(ctx.log, 'warn');
  await warnOfZoneRules(ctx, late);
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ event: 'zone_rules_differ' }),
    expect.stringContaining('Europe/Berlin from 2027-11-01 to 2027-11-15'),
  );
});
