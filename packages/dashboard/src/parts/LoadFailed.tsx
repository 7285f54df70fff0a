import { Alert, Button } from '@mantine/core';
import { isProblem, wordsOf } from '../api/problem.ts';

/** In place of what could not be read. */
export function LoadFailed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const missing = isProblem(error, 'not_found');
  return (
    <Alert color="red" role="alert" title={missing ? 'Not found' : 'This could not be loaded'} mb="lg">
      <p>{missing ? 'It may have been removed, or it is another company’s.' : wordsOf(error)}</p>
      {!missing && (
        <Button size="xs" variant="default" onClick={onAgain}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
