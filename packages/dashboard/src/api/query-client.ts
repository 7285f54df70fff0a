import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem, UNREACHABLE } from './problem.ts';
import { sessionQuery } from './queries.ts';

const SESSION_KEY = sessionQuery.queryKey;

let leave: () => void = () => {};

/** What to do when a call says that nobody is signed in any more. @returns what takes it away again. */
export function onSignedOut(what: () => void): () => void {
  leave = what;
  return () => {
    if (leave === what) leave = () => {};
  };
}

const isOver = (error: unknown): boolean => isProblem(error, 'session_required', 'second_step_owed');

/** A role that was changed meanwhile: the pages are to show what it may do now. */
function noteRole(error: unknown): void {
  if (isProblem(error, 'role_not_allowed')) void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}

/** Keeps what was read. Only an answer that never came is asked for again: the others say why. */
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
      retry: (failures, error) => failures < 2 && isProblem(error, UNREACHABLE, 'busy'),
    },
    // Else what is sent without a network would wait, and be sent behind one's back when there is one.
    mutations: { networkMode: 'always' },
  },
});

/** Forgets all that was read as somebody who is not signed in any more. Call it on the sign-in page. */
export async function forgetEverything(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  await queryClient.resetQueries({ queryKey: SESSION_KEY });
}
