import type { Api } from './api.ts';

/** One for each load of a page, so that a list that is drawn twice counts once. */
const VIEW = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
  '',
);

export interface Signal {
  type: 'impression' | 'event_click';
  event_id?: string;
  shown?: number;
}

/** Counts a visitor's impressions and clicks. Nothing waits for it, and it survives the way to another page. */
export function sendSignal({ base, key }: Api, signal: Signal): void {
  if (!key) return;
  navigator.sendBeacon?.(`${base}/track`, JSON.stringify({ ...signal, key, view: VIEW }));
}
