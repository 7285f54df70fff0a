import type { KeyDirectory } from '../access/authenticate.js';
import type { KeyGuards } from '../access/rules/key-guards.js';
import { ID_PREFIXES } from '../core/ids.js';
import type { Caller } from '../core/viewer.js';
import { isAllowedOrigin } from '../core/website-domain.js';
import { type LinkVisit, visitOfLink } from '../orders/visit-of-link.js';
import type { Context } from '../platform/context/context.js';
import { groupCommit } from '../platform/process/group-commit.js';
import { type CountedSignal, signalDigest } from './rules/signal.js';
import { addSignals } from './sql/signals.js';
import type { Signal } from './wire.js';

/** The name of the count of click ids that buy links carried and that are not valid. */
export const DROPPED_SUB_IDS = 'dropped_sub_ids';

/** A signal as received, with its page (`Origin`, else `Referer`), which is not stored. */
interface HeardSignal {
  signal: Signal;
  page: string | undefined;
  /** Whether these guards refuse the call. */
  barred(guards: KeyGuards): boolean;
}

export interface SignalRecorder {
  /**
   * Accepts a browser signal (contract: POST /track) and settles once it is committed. One without a key, with an
   * unknown or revoked one, with a website key on a foreign page, or that fails its key's guards is accepted without
   * counting.
   *
   * @throws {ProblemError} `busy` when more signals arrive than the database can write.
   */
  record(heard: HeardSignal): Promise<void>;
  /** Notes a buy page opened through a partner's link. No visitor waits for it: a failed write is logged. */
  noteCheckout(visit: LinkVisit): void;
  /** Counts impressions for a caller whose key has been checked; settles once they are committed. */
  count(caller: Caller, signal: Signal): Promise<void>;
  /** Writes the waiting signals. */
  close(): Promise<void>;
}

/** A sample counts for a test key only, a real event for live keys only. */
function mayCount(caller: Caller, { signal, page }: HeardSignal): boolean {
  if (caller.kind === 'server') return false;
  if (caller.kind === 'website' && (page === undefined || !isAllowedOrigin(page, caller.domains))) return false;
  return (
    signal.event_id === undefined || signal.event_id.startsWith(ID_PREFIXES.sampleEvent) === (caller.kind === 'test')
  );
}

/** One recorder serves a process: it gathers the signals of all its callers. */
export function createSignalRecorder(ctx: Context, keys: KeyDirectory): SignalRecorder {
  const queue = groupCommit<CountedSignal, void>({
    async write(signals) {
      await addSignals(ctx.sql, signals, ctx.clock.now());
      return [];
    },
    maxBatch: 1_000,
    // Beyond this the database is not keeping up.
    maxQueued: 20_000,
  });

  function count({ keyId, companyId }: Caller, signal: Signal): Promise<void> {
    const { type, event_id: eventId = '', shown = 0, view } = signal;
    const digest = view === undefined ? null : signalDigest(keyId, type, eventId, view);
    return queue.add({ keyId, companyId, type, eventId, shown, at: ctx.clock.now(), digest });
  }

  async function addCheckout(visit: LinkVisit, at: Date): Promise<void> {
    const credited = await visitOfLink(ctx, visit);
    if (!credited) return;
    const { page, subId, isSubIdDropped } = visit;
    if (isSubIdDropped) ctx.counts.add(DROPPED_SUB_IDS, '');
    const { eventId } = page;
    await queue.add({ ...credited, type: 'checkout', eventId, shown: 0, at, subId, isSubIdDropped, digest: null });
  }

  return {
    count,
    noteCheckout(visit) {
      addCheckout(visit, ctx.clock.now()).catch((err: unknown) => {
        ctx.foldedLog.log(
          'warn',
          'checkout uncounted',
          { event: 'checkout_uncounted', err },
          'an opened link was not counted',
        );
      });
    },
    async record(heard) {
      const { key } = heard.signal;
      const known = key === undefined ? null : await keys.find(key);
      // Access tokens go into the header alone.
      if (!known || known.caller.token || known.revoked || known.suspended || !mayCount(known.caller, heard)) return;
      if (known.guards && heard.barred(known.guards)) return;
      await count(known.caller, heard.signal);
    },
    close: () => queue.close(),
  };
}
