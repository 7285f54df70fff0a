import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import type { List, Mode } from '../../api/types/common.ts';
import type { Key, KeyDetail, KeyKind } from '../../api/types/keys.ts';

export const keysQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['keys', mode],
    queryFn: ({ signal }) => get<List<Key>>('/keys', { mode }, signal),
  });

export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: ['key', id],
    queryFn: ({ signal }) => get<KeyDetail>(`/keys/${id}`, {}, signal),
  });

export const KIND_WORDS: Record<KeyKind, { label: string; words: string }> = {
  test: { label: 'Test', words: 'Sample events and test purchases. No real money moves.' },
  website: {
    label: 'Website',
    words: 'For pages of your domains. It may be seen, and works from those domains alone.',
  },
  server: { label: 'Server', words: 'For your own servers. Keep it secret.' },
};

/** What people call a key: its name, else its kind. */
export const nameOf = ({ name, kind }: Pick<Key, 'name' | 'kind'>): string => name || `${KIND_WORDS[kind].label} key`;
