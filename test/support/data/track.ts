import type { TestApi } from '../api.js';
import { addTicketedEvent } from './build.js';

export interface Counted {
  eventId: string;
  keyId: string;
  impressions: number;
  shown: number;
  views: number;
  clicks: number;
}

export interface TrackCall {
  body: unknown;
  headers?: Record<string, string>;
  base?: string;
}

/** Posts a signal; a text body is sent unchanged. */
export function postSignal(api: TestApi, { body, headers = {}, base = '/v1' }: TrackCall) {
  return api.app.inject({
    method: 'POST',
    url: `${base}/track`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function counts(api: TestApi): Promise<Counted[]> {
  return api.ctx.sql<Counted[]>`
    SELECT event_id, key_id, impressions, shown, views, clicks FROM signal_counts ORDER BY event_id, key_id`;
}

/** A real event and a sample that signals can name. */
export async function seedTracked(api: TestApi): Promise<{ eventId: string; sampleId: string }> {
  const live = await addTicketedEvent(api.ctx);
  const sample = await addTicketedEvent(api.ctx, { test: true });
  return { eventId: live.eventId, sampleId: sample.eventId };
}

export async function forgetCounts(api: TestApi): Promise<void> {
  await api.ctx.sql`TRUNCATE signal_counts, signals_seen, signals, sub_id_counts, sub_id_months`;
}
