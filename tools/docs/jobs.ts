import { JOBS } from '../../src/context/jobs.js';
import { MAX_ATTEMPTS } from '../../src/platform/jobs/count-failure.js';
import type { AnyJob, Job, PeriodicJob } from '../../src/platform/jobs/job.js';
import type { When } from '../../src/platform/temporal/schedules.js';

const INTRODUCTION = `# Jobs

Background work, from its declarations in \`src/<room>/jobs.ts\`: \`npm run jobs-doc\` writes this page. \`partner-events jobs\` lists how each
job stands, \`jobs list <job>\` its subjects and why they fail, \`jobs retry <job> [subject]\` runs it now.

A transaction that makes work writes a message to the table \`outbox\`. A worker starts the subject's workflow, or runs the work itself, and
deletes the message. A subject that fails waits alone, from 1 second to half an hour, and delays no other. After ${MAX_ATTEMPTS}
failures, about ten hours, it is set aside: \`JobStuck\` fires, and it waits for \`jobs retry\`. Failures to reach Temporal do not count.

Topics are not types of webhooks. The topic \`settlement.changed\` starts payments; the webhook of that name comes from \`settlement.status\`.

## Work for one subject

*Without Temporal* says what happens while Temporal is down, and after how long a lost workflow is started again or a worker does its work.
\`JobLate\` fires after the time under *Late after*.`;

const PERIODIC = `## Periodic work

Those with a Schedule of Temporal have a workflow for each run, \`<job>-workflow-<instant>\`. While Temporal is down they wait; a missed run is
caught up for two minutes, or for the time given. If one is late, see [ScheduleBehind](runbooks.md#schedulebehind). The others run in the workers'
own loop, which needs Postgres only.`;

/** The introduction has this instruction for all jobs with a Schedule. */
const BEHIND = 'See [ScheduleBehind](runbooks.md#schedulebehind). ';

/** docs/jobs.md, from the declarations of the jobs: a line for each. */
export function jobsDocument(): string {
  const subjects = JOBS.filter((job) => job.kind !== 'periodic').map(subjectRow);
  const periodic = JOBS.filter((job) => job.kind === 'periodic').map(periodicRow);
  const sections = [
    INTRODUCTION,
    table(
      ['Job', 'Does', 'Trigger, topic, workflow', 'Without Temporal', 'Late after', 'If it is late or fails'],
      subjects,
    ),
    PERIODIC,
    table(['Job', 'Does', 'Runs', 'If it is late or fails'], periodic),
  ];
  return `${sections.join('\n\n')}\n`;
}

function table(heads: string[], rows: string[][]): string {
  return [heads, heads.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function subjectRow(job: Exclude<AnyJob, PeriodicJob>): string[] {
  const workflow = job.kind === 'subject' && job.workflow ? `, \`${job.workflow.id}\`` : '';
  const trigger = `${job.trigger}${job.topic ? ` \`${job.topic}\`${workflow}` : ''}`;
  return [nameOf(job), job.does, trigger, withoutTemporal(job), duration(job.alertAfter), job.runbook];
}

function periodicRow(job: PeriodicJob): string[] {
  return [nameOf(job), job.does, runsText(job), job.runbook.replace(BEHIND, '')];
}

const nameOf = ({ name, room }: AnyJob) => `\`${name}\` (${room})`;

function withoutTemporal(job: Exclude<AnyJob, PeriodicJob>): string {
  if (job.kind === 'loop' || !job.workflow) return 'goes on';
  if (job.run) return `a worker does it${lostText(job)}`;
  return `waits${lostText(job)}`;
}

function lostText({ lostAfter, runInlineAfter }: Job): string {
  if (lostAfter === undefined) return '';
  const restart = `; restarted after ${duration(lostAfter)}`;
  return runInlineAfter === undefined ? restart : `${restart}, done by a worker after ${duration(runInlineAfter)}`;
}

function runsText({ clock, schedule }: PeriodicJob): string {
  if (clock) return `${duration(clock.every)} after its last run.`;
  if (!schedule) return '';
  const catchup = schedule.catchup === undefined ? '' : `, caught up for ${duration(schedule.catchup)}`;
  return `Schedule: ${whenText(schedule.when)}${catchup}.`;
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
