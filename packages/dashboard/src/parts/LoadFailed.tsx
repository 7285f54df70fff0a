import { Alert, Button, Skeleton } from '@mantine/core';
import type { ReactElement } from 'react';
import { isProblem, toText } from '../api/problem.ts';
import { PageHead } from './PageHead.tsx';

interface Unread {
  /** The title of the page until its object has a name. */
  title: string;
  /** Null while the object is being read. */
  error: unknown;
  onRetry: () => void;
  /** What to say where there is no such object. */
  notFound?: string;
}

/** A page whose object is not there yet, or could not be read. Called, not rendered: its heading stays as the object comes, and keeps the focus. */
export function unreadPage({ title, error, onRetry, notFound }: Unread): ReactElement {
  return (
    <>
      <PageHead title={title} back={null} />
      {error ? <LoadFailed error={error} onRetry={onRetry} notFound={notFound} /> : <Skeleton h={420} radius="lg" />}
    </>
  );
}

/** In place of what could not be read. */
export function LoadFailed({ error, onRetry, notFound }: Omit<Unread, 'title'>) {
  const [title, text] = whatFailed(error, notFound);
  const final = isProblem(error, 'not_found', 'role_not_allowed');
  return (
    <Alert color="red" role="alert" title={title} mb="lg">
      <p>{text}</p>
      {!final && (
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

function whatFailed(error: unknown, notFound?: string): [title: string, text: string] {
  if (isProblem(error, 'not_found'))
    return ['Not found', notFound ?? 'It may have been removed, or it belongs to another company.'];
  if (isProblem(error, 'role_not_allowed'))
    return ['You don’t have access to this', 'Ask an owner to change your role.'];
  return [navigator.onLine ? 'This didn’t load' : 'You’re offline', toText(error)];
}
