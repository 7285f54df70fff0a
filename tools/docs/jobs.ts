import { JOBS } from '../../src/context/jobs.js';
import { MAX_ATTEMPTS } from '../../src/platform/jobs/count-failure.js';
import type { AnyJob, Job, PeriodicJob } from '../../src/platform/jobs/job.js';
import type { When } from '../../src/platform/temporal/schedules.js';

const INTRODUCTION = `# Jobs

Background work, from its declarations in \`src/<room>/jobs.ts\`: \`npm run jobs-doc\` writes this page. \`partner-events jobs\` lists how each
job stands, \`jobs list <job>\` its subjects and why they fail, \`jobs retry\` runs it now.

A transaction that makes work writes a message to the table \`outbox\`. A worker starts the subject's workflow, or runs the work itself, and
deletes the message. A subject that fails waits by itself, for 1 second at first and half an hour at most, and delays no other. After ${MAX_ATTEMPTS}
failures, about ten hours, it is set aside: \`JobStuck\` fires, and it waits for \`jobs retry\`. Failures to reach Temporal do not count.`;

/** docs/jobs.md, from the declarations of the jobs. */
export function jobsDocument(): string {
  const subjects = JOBS.filter((job) => job.kind !== 'periodic');
  const periodic = JOBS.filter((job) => job.kind === 'periodic');
  const sections = [
    INTRODUCTION,
    '## Work for one subject',
    ...subjects.map(section),
    '## Periodic work',
    ...periodic.map(section),
  ];
  return `${sections.join('\n\n')}\n`;
}

function section(job: AnyJob): string {
  const rows = Object.entries(job.kind === 'periodic' ? periodicRows(job) : subjectRows(job));
  const table = rows.map(([name, text]) => `| ${name} | ${text} |`);
  return [
    `### ${job.name}`,
    job.does,
    ['| | |', '|---|---|', ...table].join('\n'),
    `**If it is late or fails:** ${job.runbook}`,
  ].join('\n\n');
}

function subjectRows(job: Exclude<AnyJob, PeriodicJob>): Record<string, string> {
  const rows: Record<string, string> = { Room: `\`src/${job.room}\``, Trigger: job.trigger };
  if (job.topic) rows['Outbox topic'] = `\`${job.topic}\``;
  if (job.kind === 'subject' && job.workflow) {
    rows.Workflow = `\`${job.workflow.type}\`, id \`${job.workflow.id}\``;
  }
  rows['While Temporal is down'] = withoutTemporal(job);
  if (job.kind === 'subject' && job.lostAfter !== undefined) rows['When it is late'] = whenLate(job);
  rows['Alert `JobLate`'] = `after ${duration(job.alertAfter)}`;
  rows['Run it now'] = job.topic
    ? `\`partner-events jobs retry ${job.name} [subject]\``
    : 'it runs as soon as it is due';
  return rows;
}

function withoutTemporal(job: Exclude<AnyJob, PeriodicJob>): string {
  if (job.kind === 'loop' || !job.workflow) return 'goes on: it needs Postgres only';
  if (job.run) return 'the worker does the work itself at once';
  return 'waits: messages stay in the outbox and are handled when Temporal is back';
}

function whenLate({ lostAfter = 0, runInlineAfter }: Job): string {
  const restart = `after ${duration(lostAfter)} its workflow is started again, in case it was lost`;
  return runInlineAfter === undefined
    ? restart
    : `${restart}; after ${duration(runInlineAfter)} a worker also does the work itself`;
}

function periodicRows(job: PeriodicJob): Record<string, string> {
  const rows: Record<string, string> = { Room: `\`src/${job.room}\`` };
  if (job.loop) rows.Runs = `${duration(job.loop.every)} after its last run, in the workers' own loop`;
  if (job.schedule) {
    rows.Runs = `${whenText(job.schedule.when)}, by a Schedule of Temporal`;
    rows.Workflow = `\`${job.schedule.workflow}\`, id \`${job.name}-workflow-<instant>\``;
  }
  rows.Why = job.why;
  rows['While Temporal is down'] = job.loop
    ? 'goes on'
    : `waits; a run that was missed by less than ${duration(job.schedule?.catchup ?? 120_000)} is caught up`;
  rows['Run it now'] = `\`partner-events jobs retry ${job.name}\``;
  return rows;
}

function whenText(when: When): string {
  if ('every' in when) return `every ${duration(when.every)}`;
  const time = `at ${String(when.hour).padStart(2, '0')}:00 UTC`;
  return when.dayOfMonth === undefined ? `each day ${time}` : `on day ${when.dayOfMonth} of each month ${time}`;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

function duration(ms: number): string {
  for (const [unit, size] of UNITS) {
    if (ms >= size && ms % size === 0) return `${ms / size} ${unit}${ms === size ? '' : 's'}`;
  }
  return `${ms} milliseconds`;
}
