import type { Instant, Mode } from './common.ts';
import type { KeyKind } from './keys.ts';

export interface UseDay {
  /** A day in UTC, `2026-11-22`. */
  day: string;
  key_id: string;
  calls: number;
  assistant_calls: number;
  ok: number;
  refused: number;
  rate_limited: number;
  failed: number;
}

export interface Use {
  object: 'use';
  mode: Mode;
  from: string;
  to: string;
  days: UseDay[];
  keys: {
    id: string;
    name: string;
    hint: string;
    kind: KeyKind;
    calls: number;
    last_used_at: Instant | null;
  }[];
}
