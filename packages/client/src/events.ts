import { Changes, type EventChangesOptions } from './changes.js';
import { EventsResource } from './generated/resources.js';

/** Operations of `client.events`. */
export class Events extends EventsResource {
  /**
   * Every change since an instant or a position, for a copy of the catalogue that misses nothing: events to show and events to
   * take down.
   *
   * ```ts
   * const changes = client.events.changes(await loadPosition());
   * for await (const { event, withdrawn } of changes) await (event ? save(event) : remove(withdrawn.id));
   * await savePosition(changes.position);
   * ```
   *
   * Begin with `new Date(0)` for everything. It ends when it is up to date: call it again with the position, every minute for
   * example. A process that is killed goes on from the last position it stored. If your agreement is widened, begin anew: that
   * changes no event.
   *
   * @param since an instant, or the `position` of earlier changes.
   */
  changes(since: string | Date, { limit = 100, locale, ...options }: EventChangesOptions = {}): Changes {
    return new Changes((query) => this.list({ ...query, locale }, options), since, limit);
  }
}
