import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import type { List } from '../../api/types/common.ts';
import type { Member } from '../../api/types/session.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => get<List<Member>>('/members', {}, signal),
});
