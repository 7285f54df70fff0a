import { useSession } from '../../api/session.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Steps } from './Steps.tsx';
import { useSteps } from './use-steps.ts';

/** `/dashboard`: what to do next. */
export function OverviewPage() {
  const { company } = useSession();
  const steps = useSteps();
  const left = steps?.filter(({ done }) => !done).length;
  return (
    <>
      <PageHead
        title={company.name}
        intro={left === 0 ? 'Everything is set up.' : 'Your next steps, from a first call to your first delivery.'}
      />
      <Panel title="Get started">
        <Steps steps={steps} />
      </Panel>
    </>
  );
}
