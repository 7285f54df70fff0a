import { runBench } from './support/run.js';
import { runSale } from './support/sale.js';
import { onTicketSite } from './support/ticket-site.js';

/** A part of the contract's 32 minutes. */
const HOLD_SECONDS = 90;
/** Your own Temporal server, in a namespace of its own, instead of the server of `npm start`. */
const { TEMPORAL_ADDRESS } = process.env;

const temporal = TEMPORAL_ADDRESS && { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE: `on-sale-${Date.now()}` };
const settings = { HOLD_FOR: `${HOLD_SECONDS}s`, ...temporal };
const terms = { withinMs: 30_000, callers: 64, holdMs: HOLD_SECONDS * 1_000 };

/** A sale on one machine; that on a cluster is `test/trials/on-sale.ts`. */
runBench(module, {
  orders: (orders = 30_000) =>
    onTicketSite(async ({ site, sink, shop }) => {
      const processes = () => [{ kind: 'worker' as const, pid: site.pidOf('worker') }];
      await runSale({ ctx: site.ctx, origin: site.origin, sink, shop, processes }, { ...terms, orders });
    }, settings),
});
