import { List, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keepWithin, keysQuery, summaryQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import type { EarningsSummary, Key } from '../../api/types.ts';
import { EARNING_SPANS } from '../../filters.ts';
import { useFilters, useMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { money } from '../../parts/money.ts';
import { counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { EarningsPanels } from './EarningsPanels.tsx';
import { NextPayment } from './NextPayment.tsx';
import { Steps, useSteps } from './Steps.tsx';

/** `/dashboard`: payments, earnings and next steps. */
export function OverviewPage() {
  const { company, rights } = useSession();
  const mode = useMode();
  const [{ span = '30d' }] = useFilters('/');
  const steps = useSteps();
  const seesMoney = rights['earnings.read'] !== 'role';
  const summary = useQuery({
    ...summaryQuery(mode, span),
    enabled: seesMoney,
    placeholderData: keepWithin({ query: { mode } }),
  });
  const attention = useAttention(summary.data);
  const left = steps?.filter(({ done }) => !done).length ?? 0;
  const isReady = steps && attention && !summary.isLoading;
  return (
    <>
      <PageHead
        title={company.name}
        intro={
          // A blank line keeps the place.
          isReady ? introOf(summary.data, { span: EARNING_SPANS[span], currency: company.currency, left }) : '\u00a0'
        }
      />
      {/* All at once: a late panel would push the others down. */}
      {!isReady ? (
        <Skeleton h={480} radius="lg" />
      ) : (
        <>
          {summary.data && <NextPayment summary={summary.data} />}
          {attention.length > 0 && <AttentionPanel items={attention} />}
          {summary.error && <LoadFailed error={summary.error} onRetry={summary.refetch} />}
          {summary.data && <EarningsPanels summary={summary.data} />}
          {left > 0 && (
            <Panel title="Get started" intro={`${counted(left, 'step is', 'steps are')} left.`}>
              <Steps steps={steps} />
            </Panel>
          )}
        </>
      )}
    </>
  );
}

/** The earnings of the span, for members who see earnings; else the remaining steps. */
function introOf(
  summary: EarningsSummary | undefined,
  { span, currency, left }: { span: string; currency: string; left: number },
): string | undefined {
  const [first, ...others] = (summary?.currencies ?? [])
    .filter(({ earned }) => earned !== 0)
    .sort((left, right) => Number(right.currency === currency) - Number(left.currency === currency));
  if (first) {
    const [second] = others;
    const more =
      others.length > 1
        ? ` and ${counted(others.length, 'other currency', 'other currencies')}`
        : second && ` and ${money(second.earned, second.currency)}`;
    return `Earned ${inSpan(span)}: ${money(first.earned, first.currency)}${more ?? ''}.`;
  }
  return left > 0 ? 'Your next steps, from a first call to your first delivery.' : undefined;
}

/** `in the last 30 days`, `this month` */
const inSpan = (label: string) =>
  label.startsWith('Last ') && /\d/.test(label) ? `in the ${label.toLowerCase()}` : label.toLowerCase();

const DAY = 86_400_000;
/** A key without calls for this long is a risk without a use. */
const UNUSED_MS = 90 * DAY;
/** A new key may wait for its first call. */
const NEW_MS = 7 * DAY;

const NO_ACCOUNT: AttentionItem = {
  key: 'account',
  text: 'We can’t pay your statements until you add an account.',
  to: '/company',
  label: 'See the account',
};

interface AttentionItem {
  key: string;
  text: string;
  to: string;
  label: string;
}

/**
 * The tasks that the member should and may do, besides the notices above every page; undefined while they are read.
 * Keys that the member may not change are left out.
 *
 * @param summary undefined for members who do not see earnings.
 */
function useAttention(summary: EarningsSummary | undefined): AttentionItem[] | undefined {
  const mode = useMode();
  const { rights } = useSession();
  const mayChange = rights['keys.change'] !== 'role';
  const keys = useQuery({ ...keysQuery(mode), enabled: mayChange });
  if (keys.isLoading) return undefined;
  return [
    // Others have them too: the steps below read them.
    ...(mayChange ? (keys.data?.data ?? []) : []).flatMap(ofKey),
    ...(summary?.statement?.amounts ?? [])
      .filter(({ carried }) => carried !== 0)
      .map(
        ({ currency, carried }): AttentionItem => ({
          key: `carried ${currency}`,
          text:
            carried > 0
              ? `${money(carried, currency)} was below your minimum payment and is carried over.`
              : `Refunds and corrections exceeded your earnings by ${money(-carried, currency)}. The next statement deducts it.`,
          to: '/statements',
          label: 'See statements',
        }),
      ),
    ...(summary?.statement?.account_missing ? [NO_ACCOUNT] : []),
  ];
}

function AttentionPanel({ items }: { items: AttentionItem[] }) {
  return (
    <Panel title="Needs attention">
      <List spacing="xs">
        {items.map(({ key, text, to, label }) => (
          <List.Item key={key}>
            {text}{' '}
            <AnchorLink to={to} underline="always">
              {label}
            </AnchorLink>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

function ofKey({
  id,
  kind,
  mode,
  name,
  hint,
  last_used_at,
  created_at,
  revoked_at,
  certificates,
  networks,
}: Key): AttentionItem[] {
  if (revoked_at) return [];
  const item = (key: string, text: string): AttentionItem => ({
    key: `${key} ${id}`,
    text,
    to: `/keys/${id}`,
    label: 'Open the key',
  });
  const called = name ? `“${name}”` : hint;
  const age = (since: string) => Date.now() - Date.parse(since);
  // A key without a use is revoked rather than restricted.
  if (last_used_at === null && age(created_at) > NEW_MS)
    return [item('unused', `The key ${called} hasn’t been used yet. Revoke it if you don’t need it.`)];
  return [
    ...(last_used_at !== null && age(last_used_at) > UNUSED_MS
      ? [item('unused', `The key ${called} hasn’t been used for 90 days. Revoke it if you no longer need it.`)]
      : []),
    ...(kind === 'server' && mode === 'live' && certificates + networks === 0
      ? [item('unguarded', `The key ${called} works from any address. Restrict it to IP addresses or a certificate.`)]
      : []),
  ];
}
