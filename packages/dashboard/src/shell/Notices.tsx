import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { outcomeText } from '../../../../src/core/outcomes.ts';
import { noticesQuery } from '../api/queries.ts';
import type { Notice } from '../api/types.ts';
import { TriangleAlert } from '../icons/icons.tsx';
import { useMode } from '../page.ts';
import { AnchorLink } from '../parts/AnchorLink.tsx';

/** What will stop working, or did: above every page until it is mended. */
export function Notices() {
  const mode = useMode();
  const { data } = useQuery(noticesQuery(mode));
  if (!data || data.data.length === 0) return null;
  return (
    <Stack gap="xs" mb="lg">
      {data.data.map((notice) => (
        <NoticeAlert key={`${notice.code} ${notice.endpoint_id ?? notice.key_id}`} notice={notice} />
      ))}
    </Stack>
  );
}

const TITLES: Record<Notice['code'], string> = {
  webhook_failing: 'An endpoint keeps failing',
  webhook_disabled: 'An endpoint was disabled',
  certificate_ends: 'A pinned certificate expires soon',
};

function NoticeAlert({ notice }: { notice: Notice }) {
  const { code, endpoint_id: endpoint, key_id: key } = notice;
  const disabled = code === 'webhook_disabled';
  const to = endpoint
    ? `/${endpoint.startsWith('pbk_') ? 'postbacks' : 'webhooks'}/${endpoint}`
    : key && `/keys/${key}`;
  return (
    <Alert
      role="status"
      color={disabled ? 'red' : 'yellow'}
      icon={<TriangleAlert size={18} aria-hidden />}
      title={TITLES[code]}
    >
      {textOfNotice(notice)}{' '}
      {to && (
        <AnchorLink to={to} underline="always">
          {endpoint ? 'View its responses' : 'Open the key'}
        </AnchorLink>
      )}
    </Alert>
  );
}

const DAY = new Intl.DateTimeFormat('en', { weekday: 'long' });
const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' });

function textOfNotice({ code, host, since, last_failure: failure, ends_at: ends, detail }: Notice): string {
  if (code === 'certificate_ends' && ends) {
    return `The last certificate pinned to the key expires on ${DATE.format(new Date(ends))}. Calls fail from then on.`;
  }
  if (!host || !since) return detail;
  const why = failure ? ` (${outcomeText(failure)})` : '';
  const failing = `Every delivery to ${host} has failed since ${DAY.format(new Date(since))}${why}.`;
  if (ends) return `${failing} We will disable it on ${DAY.format(new Date(ends))}.`;
  return `Every delivery to ${host} failed for five days${why}, so we disabled it. We keep its deliveries for 30 days.`;
}
