import { InvalidArgumentError } from 'commander';
import { toDecimal } from '../../domain/money.js';
import { isMonth } from '../../domain/settlement.js';
import type { Context } from '../../services/context.js';
import { runCommand } from '../run-command.js';

/** What the commands have in common. */
export interface Choice {
  month: string;
  company: string;
  currency?: string;
  reason: string;
  dryRun?: boolean;
}

/** See {@link runCommand}. */
export function run(work: (ctx: Context) => Promise<void>): Promise<void> {
  return runCommand('settlement', work);
}

export function month(text: string): string {
  if (!isMonth(text)) throw new InvalidArgumentError('must be a month such as 2026-10.');
  return text;
}

export function currency(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new InvalidArgumentError('must be three capital letters such as EUR.');
  return text;
}

/** For people: always with the currency, and nothing for nothing. */
export function money(minor: number | null, code: string): string {
  return minor === null ? '–' : `${toDecimal(minor, code)} ${code}`;
}
