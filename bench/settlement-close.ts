import { openCloseSite } from './support/close-site.js';
import { report } from './support/report.js';

const COMPANIES = Number(process.env.COMPANIES ?? 10_000);
const ENTRIES = Number(process.env.ENTRIES ?? 1_000_000);
const GOAL = 5;
const COMMAND = 'npm run build && node dist/bench/settlement-close.js';

/** A month's close by a worker, proved line by line, beside the same work as one statement of SQL on the same data. */
export async function benchSettlementClose(): Promise<void> {
  const site = await openCloseSite();
  try {
    await site.fill(COMPANIES, ENTRIES);
    const hand = await site.closeByHand();
    const { seconds, idleMb, peakMb, progress } = await site.close();
    if (!(await site.agree())) throw new Error('the close and the hand-written statement differ');
    console.log(
      `  ${COMPANIES} companies, ${ENTRIES} entries: ${progress.issued} issued, ${progress.carried} carried, ${progress.refused} refused`,
    );
    console.log(`  by hand: ${hand.seconds.toFixed(1)} s for ${hand.statements} statements`);
    const detail = `${seconds.toFixed(1)} s; the worker's memory ${idleMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at its peak`;
    report('settlement close / one hand-written statement', seconds / hand.seconds, { atMost: GOAL }, detail);
    console.log(`again: ${COMMAND}`);
  } finally {
    await site.stop();
  }
}

if (require.main === module) {
  benchSettlementClose()
    .catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    })
    .finally(() => process.exit());
}
