import { Skeleton } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { AttentionPanel, useAttention } from './AttentionPanel.tsx';
import { EarningsPanels } from './EarningsPanels.tsx';
import { Steps } from './Steps.tsx';
import { useSteps } from './use-steps.ts';

/** `/dashboard`: how it is going, and what to do next. */
export function OverviewPage() {
  const { company, rights } = useSession();
  const steps = useSteps();
  const attention = useAttention();
  const left = steps?.filter(({ done }) => !done).length;
  const getStarted = steps && (
    <Panel title="Get started">
      <Steps steps={steps} />
    </Panel>
  );
  return (
    <>
      <PageHead title={company.name} intro={introOf(steps?.length, left)} />
      {/* All at once: what came later would push down what stands below it. */}
      {!steps || !attention ? (
        <Skeleton h={480} radius="lg" />
      ) : (
        <>
          {attention.length > 0 && <AttentionPanel items={attention} />}
          {left !== 0 && getStarted}
          {rights['earnings.read'] !== 'role' && <EarningsPanels />}
          {left === 0 && getStarted}
        </>
      )}
    </>
  );
}

function introOf(all: number | undefined, left: number | undefined): string {
  if (left === 0) return 'Everything is set up.';
  return all === 1 ? 'One step is left.' : 'Your next steps, from a first call to your first delivery.';
}
