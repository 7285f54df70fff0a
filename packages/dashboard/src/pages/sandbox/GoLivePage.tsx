import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/operations.ts';
import { query } from '../../api/queries.ts';
import { Check } from '../../icons/icons.tsx';
import { Badge } from '../../parts/Badge.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import classes from './GoLivePage.module.css';

type Fact = Answer<'GET /go-live'>['items'][number]['fact'];

/** The request of each item, and its documentation. */
const TEXTS: Record<Fact, { title: string; text: string; guide: { href: string; label: string } }> = {
  test_order: {
    title: 'Make a test order',
    text: 'Order with your test key, or buy through one of its buy links. Sales created on the Test data page don’t count.',
    guide: { href: '/docs/selling#orders-in-your-own-app', label: 'How to order' },
  },
  webhook_verified: {
    title: 'Verify your webhook',
    text: 'Your webhook returns 2xx for a delivery. A test delivery counts.',
    guide: { href: '/docs/webhooks', label: 'How webhooks work' },
  },
  order_repeated: {
    title: 'Repeat an order safely',
    text: 'Send an order twice with the same Idempotency-Key: you get the first order back, and no tickets are held twice.',
    guide: { href: '/problems/idempotency_key_required', label: 'How Idempotency-Key works' },
  },
  limit_respected: {
    title: 'Respect the rate limit',
    text: 'After a 429, send nothing with that key until the Retry-After time has passed.',
    guide: { href: '/problems/rate_limited', label: 'How rate limits work' },
  },
  withdrawal_received: {
    title: 'Take events down',
    text: 'Your webhook, which receives events, returns 2xx when an event is withdrawn, and you stop showing the event.',
    guide: { href: '/problems/event_withdrawn', label: 'How events are withdrawn' },
  },
  keys_guarded: {
    title: 'Restrict your keys',
    text: 'Restrict each live server key to the IP addresses or certificates of your servers.',
    guide: { href: '/problems/ip_not_allowed', label: 'How IP allowlists work' },
  },
};

/** `/dashboard/go-live`: the progress of the integration. */
export function GoLivePage() {
  const { data, error, refetch } = useQuery({ ...query('GET /go-live'), refetchInterval: 15_000 });
  const left = data?.items.filter(({ done }) => !done).length;
  return (
    <>
      <PageHead
        badge={left === 0 ? <Badge tone="good">ready</Badge> : undefined}
        intro="We check off each step when we see your integration do it."
      />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton h={420} radius="lg" />}
      {data && (
        <Panel
          title={
            left === 0 ? 'You are ready to go live' : `${data.items.length - (left ?? 0)} of ${data.items.length} done`
          }
        >
          <ul className={classes.list}>
            {data.items.map(({ fact, done, seen_at: at }) => (
              <li key={fact} className={classes.item}>
                <span className={classes.tick} data-done={done || undefined}>
                  {done ? (
                    <Check size={15} aria-label="done" />
                  ) : (
                    <span className={classes.open} role="img" aria-label="not done yet" />
                  )}
                </span>
                <div className={classes.text}>
                  <Text fw={500}>{TEXTS[fact].title}</Text>
                  <Text size="sm" c="dimmed">
                    {TEXTS[fact].text}
                  </Text>
                  <Anchor href={TEXTS[fact].guide.href} target="_blank" rel="noreferrer" size="sm">
                    {TEXTS[fact].guide.label}
                  </Anchor>
                </div>
                <Text size="sm" c="dimmed" className={classes.seen}>
                  {done ? <DateText at={at} /> : 'not done yet'}
                </Text>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
