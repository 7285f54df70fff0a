import { OUTCOMES } from '../../src/core/outcomes.js';
import { HOUR, MINUTE } from '../../src/core/time.js';
import { RETRY_DELAYS_MS, retryScheduleText } from '../../src/deliveries/rules/retry-schedule.js';

/** The table of outcomes as Markdown, for the partner guide. */
export function outcomeTable(): string {
  const rows = Object.entries(OUTCOMES).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return ['| Class | Meaning |', '|---|---|', ...rows].join('\n');
}

/** The retry schedule as Markdown, for the partner guide. */
export function retryScheduleTable(): string {
  const waits = retryScheduleText().split(/, | and /);
  const rows = RETRY_DELAYS_MS.map((_delay, index) => {
    const waited = RETRY_DELAYS_MS.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0);
    return `| ${index + 2} | ${waits[index]} | ${describeElapsed(waited)} |`;
  });
  return [
    '| Attempt | Waits after the failure before it | Waited in all |',
    '|---|---|---|',
    '| 1 | at once | – |',
    ...rows,
  ].join('\n');
}

function describeElapsed(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR);
  const minutes = Math.round((milliseconds % HOUR) / MINUTE);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}
