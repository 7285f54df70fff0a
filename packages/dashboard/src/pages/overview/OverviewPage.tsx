import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { summaryQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import type { EarningsSummary } from '../../api/types.ts';
import { useFilters, useMode } from '../../page.ts';
import { money } from '../../parts/money.ts';
import { counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { utcMonth } from '../../parts/times.ts';
import { AttentionPanel, useAttention } from './AttentionPanel.tsx';
import { EarningsPanels } from './EarningsPanels.tsx';
import { NextPayment } from './NextPayment.tsx';
import { Steps } from './Steps.tsx';
import { useSteps } from './use-steps.ts';

/** `/dashboard`: payments, earnings and next steps. */
export function OverviewPage() {
  const { company, rights } = useSession();
  const mode = useMode();
  const [{ by = 'day' }] = useFilters<'/'>();
  const steps = useSteps();
  const attention = useAttention();
  const seesMoney = rights['earnings.read'] !== 'role';
  const summary = useQuery({ ...summaryQuery(mode, by), enabled: seesMoney });
  const months = useQuery({ ...summaryQuery(mode, 'month'), enabled: seesMoney });
  const left = steps?.filter(({ done }) => !done).length ?? 0;
  return (
    <>
      <PageHead title={company.name} intro={introOf(months.data, left)} />
      {/* All at once: a late panel would push the others down. */}
      {!steps || !attention || summary.isLoading ? (
        <Skeleton h={480} radius="lg" />
      ) : (
        <>
          {summary.data && <NextPayment payments={summary.data.payments} />}
          {attention.length > 0 && <AttentionPanel items={attention} />}
          {seesMoney && <EarningsPanels />}
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

/** The earnings of the last whole month, if the member sees earnings; else the steps that are left. */
function introOf(months: EarningsSummary | undefined, left: number): string | undefined {
  const earned = (months?.currencies ?? []).flatMap(({ currency, periods }) => {
    const { period, earned: amount } = periods.at(-2) ?? { period: '', earned: 0 };
    return amount === 0 ? [] : [{ currency, period, amount }];
  });
  const [first] = earned;
  if (first) {
    const others = earned.length - 1;
    const more = others > 0 ? ` and ${others === 1 ? 'one other currency' : `${others} other currencies`}` : '';
    return `Earned in ${utcMonth(first.period)}: ${money(first.amount, first.currency)}${more}.`;
  }
  return left > 0 ? 'Your next steps, from a first call to your first delivery.' : undefined;
}
