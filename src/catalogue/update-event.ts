import { refuse } from '../core/input-refusal.js';
import { isoAt } from '../core/local-time.js';
import { toDecimal } from '../core/money.js';
import { ProblemError } from '../core/problems.js';
import type { EventRow } from '../listings/rules/event-columns.js';
import { moveStatus } from '../listings/rules/event-status.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { canonicalZone } from '../platform/places/zones.js';
import { announceToBuyers } from './announce-to-buyers.js';
import type { CatalogueInput } from './input/catalogue-input.js';
import { draftEvent, hashDraft } from './input/draft-event.js';
import { projectChanges } from './project-changes.js';
import { lockEvent, updateEvents } from './sql/events.js';
import { lockTicketTypes } from './sql/ticket-type-writes.js';
import { allowedStatus, toWrite } from './upsert-events.js';

/** The fields of an event that can be changed, as in the input shape; null removes a field. */
export type EventPatch = Partial<Omit<CatalogueInput, 'external_id' | 'ticket_types'>>;

/**
 * Changes single fields of an event. A new start without a new end keeps the duration; a new city without coordinates
 * takes the city's coordinates. The change survives imports until the organizer's own description changes.
 *
 * @returns false when nothing changed.
 * @throws {ProblemError} `event_not_found`.
 * @throws {InputRefusal} naming the invalid field, such as a status that cannot follow the current one.
 */
export async function updateEvent(ctx: Context, id: string, patch: EventPatch): Promise<boolean> {
  const now = ctx.clock.now();
  const changed = await ctx.sql.begin(async (tx) => {
    const row = await lockEvent(tx, id);
    if (!row) throw new ProblemError('event_not_found', { detail: `There is no event ${id}.` });
    const types = await lockTicketTypes(tx, [id]);
    if (types.length > 0) checkStock(patch);
    const { status, ...described } = patch;
    const stockDecides = types.length > 0;
    const state = allowedStatus(() => moveStatus(row, status ?? row.status, { stockDecides }));
    const before = toInput(row);
    const { image } = row;
    const drafted = draftEvent(merge(before, row, described));
    const draft = described.image === undefined ? { ...drafted, image } : drafted;
    if (hashDraft(draft) === hashDraft({ ...draftEvent(before), image }) && state.status === row.status) {
      if (state.statusBeforeSoldOut === row.statusBeforeSoldOut) return false;
    }
    const written = toWrite(id, draft, row.contentHash, state);
    const sold = new Set(types.some((type) => type.sold > 0) ? [id] : []);
    await announceToBuyers(tx, { before: new Map([[id, row]]), after: [written], sold }, now);
    await updateEvents(tx, [written]);
    await enqueue(tx, 'event.touched', [id], now);
    const fields = Object.keys(patch).filter((field) => patch[field as keyof EventPatch] !== undefined);
    const details = { fields, status: state.status };
    await recordAction(ctx, tx, { action: 'event.update', objectId: id, details });
    return true;
  });
  if (changed) await projectChanges(ctx);
  return changed;
}

function checkStock(patch: EventPatch): void {
  if (patch.price) throw refuse('price', 'comes from the ticket types of this event');
  if (patch.status === 'sold_out') throw refuse('status', 'this event is sold out when its ticket types are');
}

/** The description with the patch applied, without values derived from the fields it replaces. */
function merge(before: CatalogueInput, row: EventRow, patch: EventPatch): CatalogueInput {
  const names = (...fields: (keyof EventPatch)[]) => fields.some((field) => patch[field] !== undefined);
  const after = { ...before };
  if (names('starts_at')) after.date = undefined;
  if (names('starts_at', 'date', 'end_date')) after.ends_at = undefined;
  if (names('city', 'state', 'country', 'online') && !names('lat', 'lng')) {
    Object.assign(after, { lat: undefined, lng: undefined, timezone: undefined });
  }
  if (patch.city || patch.country || typeof patch.lat === 'number') after.online = undefined;
  if (names('lat', 'lng')) after.timezone = undefined;
  if (patch.online) Object.assign(after, { city: undefined, country: undefined, venue: undefined, address: undefined });
  const merged = { ...after, ...patch };
  if (names('starts_at') && !names('ends_at', 'end_date')) merged.ends_at = movedEnd(merged, row);
  return merged;
}

/** The end of a moved event that lasts as long as before; undefined when that was not known. */
function movedEnd(moved: CatalogueInput, row: EventRow): string | undefined {
  const start = draftEvent(moved).starts_at;
  if (!start || !row.startsAt || !row.endsAt) return undefined;
  return new Date(Date.parse(start) + row.endsAt.getTime() - row.startsAt.getTime()).toISOString();
}

/** The event as an organizer would write it. Our pictures are left out: their paths are not valid for organizers. */
function toInput(row: EventRow): CatalogueInput {
  const { currency } = row;
  const amount = (minor: number | null, code: string | null) =>
    minor === null ? null : toDecimal(minor, code ?? 'EUR');
  return {
    external_id: row.externalId,
    name: row.name,
    starts_at: row.startsAt && isoAt(row.startsAt, row.utcOffset ?? 0),
    ends_at: row.endsAt?.toISOString(),
    date: row.date,
    timezone: row.timezone && canonicalZone(row.timezone),
    online: row.online,
    venue: row.venue,
    address: row.address,
    city: row.city,
    country: row.country,
    lat: row.lat,
    lng: row.lng,
    category: row.category,
    performers: row.performers,
    short_description: row.shortDescription,
    can_share: row.canShare,
    url: row.sourceUrl,
    currency,
    price:
      row.priceFromMinor === null
        ? null
        : { from: toDecimal(row.priceFromMinor, currency ?? 'EUR'), to: amount(row.priceToMinor, currency) },
    reward:
      row.rewardKind === null
        ? null
        : {
            amount: amount(row.rewardAmountMinor, row.rewardCurrency),
            percent: row.rewardPercent,
            currency: row.rewardCurrency,
            description: row.rewardDescription,
            budget: amount(row.rewardBudgetMinor, row.rewardCurrency),
          },
  };
}
