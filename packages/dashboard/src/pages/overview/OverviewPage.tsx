import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keepWithin, summaryQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import type { EarningsSummary } from '../../api/types.ts';
import { EARNING_SPANS } from '../../filters.ts';
import { useFilters, useMode } from '../../page.ts';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { money } from '../../parts/money.ts';
import { counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { AttentionPanel, useAttention } from './AttentionPanel.tsx';
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
