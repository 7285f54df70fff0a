import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastDone, toastProblem } from '../../parts/toast.ts';

const STALE = ['endpoints', 'endpoint', 'deliveries', 'delivery', 'health', 'notices'];

interface After<Answer> {
  /** What to say then. */
  done?: string;
  onDone?: (answer: Answer) => void;
  /** Where the error is shown elsewhere. */
  quiet?: boolean;
}

/** A change of an endpoint or a delivery, after which both are read again. */
export function useEndpointChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { done, onDone, quiet }: After<Answer> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (answer) => {
      if (done) toastDone(done);
      onDone?.(answer);
      await Promise.all(STALE.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
    onError: (error) => {
      if (!quiet) toastProblem(error);
    },
  });
}
