import type { Caller } from '../core/viewer.js';
import { inSnakeCase } from '../core/wire/row.js';
import { reportNotices } from '../earnings/earnings-report.js';
import { MAX_REPORT_ROWS, type ReportQuery } from '../earnings/wire.js';
import type { Context } from '../platform/context/context.js';
import { type Funnel, type FunnelInput, funnelCsv, readFunnel } from './funnel.js';
import type { FunnelReport } from './wire.js';

interface Asked {
  caller: Caller;
  query: ReportQuery;
}

const toInput = ({
  caller: { companyId, mode },
  query: { from, to, event_id: eventId, sub_id: subId, country },
}: Asked): FunnelInput => ({ companyId, mode, from, to, eventId, subId, country });

/** The dashboard's funnel for a key. @throws {ProblemError} as `readFunnel`. */
export async function readFunnelReport(ctx: Context, asked: Asked): Promise<FunnelReport> {
  const { caller, query } = asked;
  const view = { by: query.by, money: true, limit: MAX_REPORT_ROWS };
  const { by, from, to, rows, total, more, droppedSubIds } = await readFunnel(ctx, toInput(asked), view);
  const { key: _key, name: _name, ...sums } = toRow(total);
  const notices = reportNotices(ctx, caller, more);
  return {
    object: 'list',
    mode: caller.mode,
    ...{ by, from, to },
    rows: rows.map(toRow),
    total: sums,
    dropped_sub_ids: droppedSubIds,
    ...(notices.length > 0 && { notices }),
  };
}

const toRow = ({ earned, ...row }: Funnel['total']) => ({ ...inSnakeCase(row), earned: earned ?? [] });

/** The same as CSV. @throws {ProblemError} as `funnelCsv`. */
export function funnelReportCsv(ctx: Context, asked: Asked): Promise<string> {
  return funnelCsv(ctx, toInput(asked), { by: asked.query.by, money: true, reader: 'programs' });
}
