import { existsSync, readFileSync } from 'node:fs';

/** Clock ticks a second in `/proc`, on every Linux there is. */
const TICKS = 100;

/** Seconds of processor time that a process has used. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/**
 * @returns a function for the seconds of processor time that these processes have used from now on. A process that ends
 * counts zero.
 */
export function startCpuMeter(pids: readonly number[]): () => number {
  const running = (pid: number) => existsSync(`/proc/${pid}/stat`);
  const begun = pids.filter(running).map((pid) => ({ pid, at: cpuSeconds(pid) }));
  return () => begun.reduce((sum, { pid, at }) => sum + (running(pid) ? cpuSeconds(pid) - at : 0), 0);
}

/** Memory of a process now, in megabytes. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Seconds of processor time of a process and all its children, including ended ones: for Postgres, with its connections. */
export function treeSeconds(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + treeSeconds(Number(child)), own);
}
