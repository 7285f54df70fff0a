import fc from 'fast-check';
import type { StripeObject } from '../../../tools/stripe-stand-in/store.js';
import { checkAccounts } from './accounts-agree.js';
import type { Death } from './dying-process.js';
import { type History, passOver } from './history.js';

type Model = Record<string, never>;

/** One step of a history; after it, all accounts agree. */
export class Step implements fc.AsyncCommand<Model, History> {
  constructor(
    private readonly text: string,
    private readonly act: (history: History) => Promise<unknown>,
  ) {}

  check = () => true;

  async run(_model: Model, history: History): Promise<void> {
    const before = history.deeds;
    await this.act(history);
    if (history.deeds > before) await checkAccounts(history);
  }

  toString = () => this.text;
}

export const which = fc.nat({ max: 7 });
/** Whether all messages of Stripe come at once. */
export const receives = fc.boolean();
const dies = (oneIn: number): fc.Arbitrary<Death | null> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ piece: fc.integer({ min: 1, max: 16 }), arrives: fc.boolean() }) },
    { weight: oneIn - 1, arbitrary: fc.constant(null) },
  );
export const death = dies(4);
/** The weight of steps that move money. */
export const likelyDeath = dies(2);

type Values<T> = { [K in keyof T]: fc.Arbitrary<T[K]> };

export function step<T extends object>(
  name: string,
  values: Values<T>,
  act: (history: History, value: T) => Promise<unknown> | unknown,
): fc.Arbitrary<Step> {
  return (fc.record(values) as fc.Arbitrary<T>).map(
    (value) => new Step(`${name}${fc.stringify(value)}`, async (history) => act(history, value)),
  );
}

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)];
}

/** What buyers, banks and others do at Stripe itself, which may refuse it. */
export function atStripe(history: History, work: () => unknown): void {
  history.deeds += 1;
  try {
    work();
  } catch (error) {
    passOver(error);
  }
}

export function intentOf(history: History, which: number): string | undefined {
  const charges = history.stripe.world.store.all<StripeObject & { payment_intent: string }>('charge', history.account);
  return pick(charges, which)?.payment_intent;
}

export const often = (step: fc.Arbitrary<Step>, times: number) => Array.from({ length: times }, () => step);
