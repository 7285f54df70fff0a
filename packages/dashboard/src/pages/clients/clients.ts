import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import type { List, Mode } from '../../api/types/common.ts';
import type { Client } from '../../api/types/keys.ts';

export const clientsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['clients', mode],
    queryFn: ({ signal }) => get<List<Client>>('/clients', { mode }, signal),
  });
