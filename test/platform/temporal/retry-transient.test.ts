import { ServiceError } from '@temporalio/client';
import { retryTransient } from '../../../src/platform/temporal/retry-transient.js';

/** As the client throws it: its own words around what gRPC said. */
function refusal(code: number): ServiceError {
  const cause = Object.assign(new Error('from the server'), { code, details: '', metadata: {} });
  return new ServiceError('Failed to describe schedule', { cause });
}

function failing(...errors: Error[]): () => Promise<number> {
  let calls = 0;
  return async () => {
    const error = errors[calls++];
    if (error) throw error;
    return calls;
  };
}

test.each([1, 4, 8, 14])('repeats after code %i, until there is an answer', async (code) => {
  expect(await retryTransient(failing(refusal(code), refusal(code)), [1, 1])).toBe(3);
});

test('gives up after the last pause, and at once for another reason', async () => {
  await expect(retryTransient(failing(refusal(4), refusal(14)), [1])).rejects.toMatchObject({ cause: { code: 14 } });
  await expect(retryTransient(failing(refusal(7)), [1, 1])).rejects.toMatchObject({ cause: { code: 7 } });
  await expect(retryTransient(failing(new Error('a fault of ours')), [1, 1])).rejects.toThrow('a fault of ours');
});
