import { Alert } from '@mantine/core';
import { useRight } from '../../api/session.ts';
import type { Mode } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';

/** The obstacle to links, and who can remove it. */
export function NoKey({ mode }: { mode: Mode }) {
  const { may } = useRight('keys.change');
  return (
    <Alert color="yellow" mb="lg" title={`Your company has no ${mode} key yet`}>
      A link carries the code of an API key, so that we know whose sale it is.{' '}
      {may ? (
        <>
          <AnchorLink to="/keys" underline="always">
            Create a key
          </AnchorLink>
          , and your links are here.
        </>
      ) : (
        <>
          Ask an owner or developer of your{' '}
          <AnchorLink to="/members" underline="always">
            team
          </AnchorLink>{' '}
          to create one under API keys. You need no key yourself.
        </>
      )}
    </Alert>
  );
}
