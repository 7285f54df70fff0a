import { Alert, Button } from '@mantine/core';
import { isProblem, wordsOf } from '../api/problem.ts';
import { PageHead } from './PageHead.tsx';

/** A whole page that could not be read, with the heading that it would have had. */
export function PageFailed({ title, ...failed }: { title: string; error: unknown; onAgain: () => void }) {
  return (
    <>
      <PageHead title={title} />
      <LoadFailed {...failed} />
    </>
  );
}

/** In place of what could not be read. */
export function LoadFailed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const [title, words] = whatFailed(error);
  const final = isProblem(error, 'not_found', 'role_not_allowed');
  return (
    <Alert color="red" role="alert" title={title} mb="lg">
      <p>{words}</p>
      {!final && (
        <Button size="xs" variant="default" onClick={onAgain}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

function whatFailed(error: unknown): [title: string, words: string] {
  if (isProblem(error, 'not_found'))
    return ['Not found', 'It may have been removed, or it belongs to another company.'];
  if (isProblem(error, 'role_not_allowed'))
    return ['You don’t have access to this', 'Ask an owner to change your role.'];
  return ['This didn’t load', wordsOf(error)];
}
