import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Facts } from '../../parts/Facts.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { When } from '../../parts/When.tsx';
import { CertificatesPanel } from './CertificatesPanel.tsx';
import { DomainsPanel } from './DomainsPanel.tsx';
import { KeyMark } from './KeyMark.tsx';
import { KIND_WORDS, keyQuery, nameOf } from './keys.ts';
import { NetworksPanel } from './NetworksPanel.tsx';
import { PreviousAlert } from './PreviousAlert.tsx';
import { RenameKey } from './RenameKey.tsx';
import { RevokeKey } from './RevokeKey.tsx';
import { RollKey } from './RollKey.tsx';

/** `/dashboard/keys/{id}`: a key, who may use it from where, and its end. */
export function KeyPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: key, error, refetch } = useQuery(keyQuery(id));
  if (!key) return unreadPage({ title: 'Key', error, onAgain: refetch });
  const live = key.revoked_at === null;
  return (
    <>
      <PageHead
        back={{ to: '/keys', label: 'Keys' }}
        title={nameOf(key)}
        mark={<KeyMark of={key} />}
        lead={KIND_WORDS[key.kind].words}
        actions={
          live && (
            <Group gap="xs">
              <RenameKey of={key} />
              <RollKey of={key} />
              <RevokeKey of={key} />
            </Group>
          )
        }
      />
      <PreviousAlert of={key} />
      <Panel>
        <Facts
          facts={[
            ['Key', <code key="hint">{key.hint}</code>],
            ['Id', <code key="id">{key.id}</code>],
            ['Last used', <When key="used" at={key.last_used_at} />],
            ['Created', <When key="created" at={key.created_at} />],
            ['Calls in the last week', key.stops.calls_last_week.toLocaleString('en')],
            ...(key.revoked_at ? [['Revoked', <When key="revoked" at={key.revoked_at} />] as [string, ReactNode]] : []),
          ]}
        />
      </Panel>
      {live && key.kind === 'website' && <DomainsPanel of={key} />}
      {live && key.kind !== 'website' && <NetworksPanel of={key} />}
      {live && key.kind === 'server' && <CertificatesPanel of={key} />}
    </>
  );
}
