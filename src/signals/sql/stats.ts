import { type CompanyDays, salesMade } from '../../earnings/sql/sales.js';
import type { Queryable } from '../../platform/database/database.js';

export interface DayStats {
  day: string;
  impressions: number;
  /** Events shown by those impressions. */
  shown: number;
  views: number;
  clicks: number;
  sales: number;
}

/** A company's signals and sales by day, both ends included; days on which nothing happened are zero. */
export function statsByDay(sql: Queryable, company: CompanyDays): Promise<DayStats[]> {
  const { companyId, mode, from, to } = company;
  return sql<DayStats[]>`
    SELECT day::date AS day, coalesce(impressions, 0)::bigint AS impressions, coalesce(shown, 0)::bigint AS shown,
           coalesce(views, 0)::bigint AS views, coalesce(clicks, 0)::bigint AS clicks, coalesce(sales, 0)::bigint AS sales
      FROM generate_series(${from}::date::timestamp, ${to}::date::timestamp, '1 day') AS day
      LEFT JOIN (
        SELECT c.day, sum(impressions) AS impressions, sum(shown) AS shown, sum(views) AS views, sum(clicks) AS clicks
          FROM signal_counts c JOIN api_keys k ON k.id = c.key_id
         WHERE c.company_id = ${companyId} AND (k.kind = 'test') = (${mode} = 'test') AND c.day BETWEEN ${from} AND ${to}
         GROUP BY c.day
      ) AS signals USING (day)
      LEFT JOIN (
        SELECT created_at::date AS day, count(*) AS sales FROM (${salesMade(sql, company)}) AS made GROUP BY 1
      ) AS sold USING (day)
     ORDER BY day`;
}
