import { queryOptions } from '@tanstack/react-query';
import { get } from './client.ts';
import type { List, Mode } from './types/common.ts';
import type { Notice } from './types/session.ts';

export const noticesQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['notices', mode],
    queryFn: ({ signal }) => get<List<Notice>>('/notices', { mode }, signal),
    refetchInterval: 60_000,
  });
