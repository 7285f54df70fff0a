import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { query } from '../../api/queries.ts';
import { useOwnMode } from '../../page.ts';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { count } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { CertificatesPanel } from './CertificatesPanel.tsx';
import { DomainsPanel } from './DomainsPanel.tsx';
import { KeyBadge, KIND_TEXT, nameOf } from './keys.tsx';
import { NetworksPanel } from './NetworksPanel.tsx';
import { PreviousAlert } from './PreviousAlert.tsx';
import { RenameKey } from './RenameKey.tsx';
import { RevokeKey } from './RevokeKey.tsx';
import { RollKey } from './RollKey.tsx';

/** `/dashboard/keys/{id}`: a key, who may use it from where, and its end. */
export function KeyPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: key, error, refetch } = useQuery(query('GET /keys/:id', { id }));
  useOwnMode(key?.mode);
  if (!key) return unreadPage({ title: 'API key', error, onRetry: refetch });
  const live = key.revoked_at === null;
  return (
    <>
      <PageHead
        title={nameOf(key)}
        badge={<KeyBadge of={key} />}
        intro={KIND_TEXT[key.kind].text}
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
        <DescriptionList
          items={[
            ['Key', <code key="hint">{key.hint}</code>],
            ['ID', <code key="id">{key.id}</code>],
            ['Last used', <DateText key="used" at={key.last_used_at} />],
            ['Created', <DateText key="created" at={key.created_at} />],
            ['Calls in the last week', count(key.stops.calls_last_week)],
            ...(key.revoked_at
              ? [['Revoked', <DateText key="revoked" at={key.revoked_at} />] as [string, ReactNode]]
              : []),
          ]}
        />
      </Panel>
      {live && key.kind === 'website' && <DomainsPanel of={key} />}
      {live && key.kind !== 'website' && <NetworksPanel of={key} />}
      {live && key.kind === 'server' && <CertificatesPanel of={key} />}
    </>
  );
}
