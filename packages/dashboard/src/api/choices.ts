import { queryOptions } from '@tanstack/react-query';
import { get } from './client.ts';
import type { Mode } from './types/common.ts';
import type { Choices } from './types/session.ts';

/** What forms let one choose from: the same for as long as the page is open. */
export const choicesQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['choices', mode],
    queryFn: ({ signal }) => get<Choices>('/choices', { mode }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
