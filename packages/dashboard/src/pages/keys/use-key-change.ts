import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastDone } from '../../parts/toast.ts';

/** A change of a key, after which it and the list of keys are read again. @param done what to say then. */
export function useKeyChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { done, onDone }: { done?: string; onDone?: (answer: Answer) => void } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (answer) => {
      if (done) toastDone(done);
      onDone?.(answer);
      await Promise.all([['key'], ['keys'], ['notices']].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
