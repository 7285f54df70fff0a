import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem, UNREACHABLE } from './problem.ts';

export const SESSION_KEY = ['session'];

let leave: () => void = () => {};

/** What to do when a call says that nobody is signed in any more. Set by the router, which imports this. */
export function onSignedOut(what: () => void): void {
  leave = what;
}

const isOver = (error: unknown): boolean => isProblem(error, 'session_required', 'second_step_owed');

/** A role that was changed meanwhile: the pages are to show what it may do now. */
function noteRole(error: unknown): void {
  if (isProblem(error, 'role_not_allowed')) void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}

/** Keeps what was read. Only an answer that never came is asked for again: the others say why. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Who asks whether there is a session, and hears that there is none, has not lost one.
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
      retry: (failures, error) => failures < 2 && isProblem(error, UNREACHABLE, 'busy'),
    },
  },
});

/** Forgets all that was read as somebody who is not signed in any more. Call it on the sign-in page. */
export async function forgetEverything(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  await queryClient.resetQueries({ queryKey: SESSION_KEY });
}
