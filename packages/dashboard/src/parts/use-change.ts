import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LOG } from '../api/queries.ts';
import { toastDone, toastProblem } from './toast.ts';

export interface After<Output> {
  /** What to say then. */
  done?: string | ((output: Output) => string);
  onDone?: (output: Output) => unknown;
  /** The error is shown nowhere else. */
  toastError?: boolean;
}

/**
 * A change. After it all data of the page is read again; of the log of deliveries, its first page
 * (`DeliveryLog.tsx`).
 */
export function useChange<Output, Input = void>(
  change: (input: Input) => Promise<Output>,
  { done, onDone, toastError }: After<Output> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output) => {
      if (done) toastDone(typeof done === 'string' ? done : done(output));
      onDone?.(output);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== LOG });
    },
    onError: (error) => {
      if (toastError) toastProblem(error);
    },
  });
}
