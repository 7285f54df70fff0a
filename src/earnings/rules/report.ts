/** The dimensions of a report. */
export const REPORT_BY = ['day', 'month', 'event', 'sub_id', 'country'] as const;
export type ReportBy = (typeof REPORT_BY)[number];

/** Whether rows are days or months, which are listed by time. */
export const isTime = (by: ReportBy): boolean => by === 'day' || by === 'month';
