import { lazy, Suspense, useState } from 'react';
import { Bars, type BarsProps } from './Bars.tsx';

// Without the library, say because a new version has taken its file away, the plain bars stay.
const Chart = lazy(() =>
  import('./Chart.tsx').then(
    ({ Chart: loaded }) => ({ default: loaded }),
    () => ({ default: Bars }),
  ),
);

interface Props extends BarsProps {
  /** `pointer`: the library is loaded when somebody points at the bars, so that the first page stays small. */
  upon?: 'sight' | 'pointer';
}

/** Bars that say their values where the pointer is. The numbers must stand in a table beside them: `label` says so. */
export function LazyChart({ upon = 'sight', ...bars }: Props) {
  const [wanted, setWanted] = useState(upon === 'sight');
  const plain = <Bars {...bars} />;
  if (!wanted) return <div onPointerEnter={() => setWanted(true)}>{plain}</div>;
  return (
    <Suspense fallback={plain}>
      <Chart {...bars} />
    </Suspense>
  );
}
