import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem, UNREACHABLE } from './problem.ts';
import { sessionQuery } from './queries.ts';

const SESSION_KEY = sessionQuery.queryKey;

let leave: () => void = () => {};

/** Adds a handler for calls that find no session any more. @returns a function that removes the handler. */
export function onSignedOut(what: () => void): () => void {
  leave = what;
  return () => {
    if (leave === what) leave = () => {};
  };
}

const isOver = (error: unknown): boolean => isProblem(error, 'session_required', 'second_step_owed');

/** The role was changed: the pages must show its current rights. */
function noteRole(error: unknown): void {
  if (isProblem(error, 'role_not_allowed')) void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}

/** Keeps answers. Only a missing answer is asked for again: other failures have a reason. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A session that never was has not ended.
    onError: (error, { queryKey, state }) => {
      noteRole(error);
      if (isOver(error) && (queryKey[0] !== SESSION_KEY[0] || state.data !== undefined)) leave();
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      noteRole(error);
      if (isOver(error)) leave();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A service on the same machine is there without a network too.
      networkMode: 'offlineFirst',
      // Offline, a retry would wait for the network, and the page would show nothing until then.
      retry: (failures, error) => navigator.onLine && failures < 2 && isProblem(error, UNREACHABLE, 'busy'),
    },
    // Otherwise a change without a network would wait, and be sent later without the member's knowledge.
    mutations: { networkMode: 'always' },
  },
});

/** Deletes all answers of a session that has ended. Call it on the sign-in page. */
export async function forgetEverything(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  await queryClient.resetQueries({ queryKey: SESSION_KEY });
}
