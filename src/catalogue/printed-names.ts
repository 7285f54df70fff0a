import { type FieldFault, InputRefusal } from '../core/input-refusal.js';
import type { Context } from '../platform/context/context.js';
import type { EventDraft } from './rules/event-draft.js';

/**
 * Refuses an event whose names need letters that our fonts lack, because its tickets could not print them. Events whose
 * tickets are sold elsewhere are not printed.
 *
 * @param organizerName the name in the import; absent: the organizer keeps its name.
 * @throws {InputRefusal} naming every such field and its letters.
 */
export function checkPrintedNames({ fonts }: Pick<Context, 'fonts'>, draft: EventDraft, organizerName?: string): void {
  const types = draft.ticket_types ?? [];
  if (types.length === 0) return;
  const { name, venue, address, city } = draft;
  const printed = { name, venue, address, city, 'organizer name': organizerName };
  const named = types.map((type, index) => [`ticket_types.${index}.name`, type.name] as const);
  const faults: FieldFault[] = [...Object.entries(printed), ...named].flatMap(([field, text]) => {
    const missing = text ? fonts.unprintable(text) : [];
    if (missing.length === 0) return [];
    return { field, reason: `has letters that tickets cannot print: ${missing.join(' ')}. Write it in another script` };
  });
  if (faults.length > 0) throw new InputRefusal(faults);
}
