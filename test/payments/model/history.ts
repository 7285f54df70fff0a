import { randomUUID } from 'node:crypto';
import { receiveStripeEvent } from '../../../api/routes/stripe.js';
import { keepPaymentAccount } from '../../../src/catalogue/sql/payment-accounts.js';
import { setCompanyStatus } from '../../../src/companies/sql/companies.js';
import type { SettlementMethod } from '../../../src/core/money.js';
import { ProblemError } from '../../../src/core/problems.js';
import { DAY } from '../../../src/core/time.js';
import type { Caller } from '../../../src/core/viewer.js';
import { createOrder } from '../../../src/orders/place-order.js';
import { OrderTransitionError } from '../../../src/orders/rules/order-status.js';
import { ProcessorFailure } from '../../../src/payments/errors.js';
import { StripeUnavailable } from '../../../src/payments/stripe/client.js';
import type { Context } from '../../../src/platform/context/context.js';
import { setPayoutAccount } from '../../../src/settlements/payout-account.js';
import { SettlementRefused } from '../../../src/settlements/rules/settlement.js';
import { setTerms } from '../../../src/settlements/set-terms.js';
import { setVat } from '../../../src/settlements/set-vat.js';
import { keepTransferAccount } from '../../../src/settlements/sql/transfer-accounts.js';
import { createAccount, onboard } from '../../../tools/stripe-stand-in/accounts.js';
import { sign } from '../../../tools/stripe-stand-in/deliver.js';
import { ApiError } from '../../../tools/stripe-stand-in/errors.js';
import { type StripeStandIn, startStripeStandIn } from '../../../tools/stripe-stand-in/stand-in.js';
import type { StripeObject } from '../../../tools/stripe-stand-in/store.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { addKey, addPartner, addTicketedEvent, addTicketType } from '../../support/data/build.js';
import { Bank } from './bank.js';
import { type Death, DyingProcess } from './dying-process.js';

const SECRET = 'whsec_model';
const OUR_IBAN = 'DE89370400440532013000';
export const START = '2026-11-02T09:00:00.000Z';
export const CAPACITY = 6;
/** One ticket, and one seat; ten of each amount are a whole share of the reward. */
export const TICKET_MINOR = 1_250;
export const SEAT_MINOR = 2_750;
const SEATS = 4;
/** The price without fees; a tenth of the buyer's price is fees. */
const REWARD_PERCENT = 12.5;

/** What all histories share: a database, Stripe's place and the clock of both. */
export interface Stage {
  ctx: TestContext;
  stripe: StripeStandIn;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const stripe = await startStripeStandIn();
  const account = `${OUR_IBAN}:COBADEFFXXX`;
  const ctx = await createTestContext({
    now: START,
    env: {
      PAYMENTS: 'stripe',
      PAYOUTS: 'stripe',
      STRIPE_KEY: 'rk_test_1',
      STRIPE_WEBHOOK_SECRETS: SECRET,
      STRIPE_API_BASE: stripe.origin,
      STRIPE_FEE_PERCENT: '2',
      PAYMENT_APPROVERS: 'second',
      BANK_ACCOUNTS: `EUR=${account},JPY=${account},KWD=${account}`,
    },
  });
  return {
    ctx,
    stripe,
    async close() {
      await stripe.close();
      await ctx.close();
    },
  };
}

/** The events that we subscribe to at Stripe; see docs/payments.md. */
const HEARD = /^(checkout\.session|refund|charge\.dispute|account|transfer|balance)\./;

/** The compared accounts. */
export type Accounts = Pick<History, 'account' | 'mail' | 'bank' | 'ticketTypeId' | 'seatTypeId' | 'companyId'> & {
  ctx: Pick<Context, 'sql'>;
  stripe: { world: Pick<StripeStandIn['world'], 'store'> };
};

/** One history: an organizer, an event, a partner, buyers and their banks, in a month or some. */
export class History {
  readonly bank = new Bank();
  readonly orders: string[] = [];
  /** Messages of Stripe that have not come yet, and messages that have. */
  readonly mail: string[] = [];
  readonly received: string[] = [];
  account = '';
  /** The partner's account, which gets the transfers for its statements. */
  partnerAccount = '';
  eventId = '';
  ticketTypeId = '';
  /** The second ticket type of the event. */
  seatTypeId = '';
  companyId = '';
  deaths = 0;
  /** Pieces of work so far: after one, the accounts are looked at. */
  deeds = 0;
  private caller!: Caller;

  private constructor(
    readonly stage: Stage,
    readonly currency: string,
    readonly method: SettlementMethod,
  ) {}

  static async begin(stage: Stage, currency: string, method: SettlementMethod): Promise<History> {
    const history = new History(stage, currency, method);
    await history.open();
    return history;
  }

  get ctx(): TestContext {
    return this.stage.ctx;
  }

  get stripe(): StripeStandIn {
    return this.stage.stripe;
  }

  private async open(): Promise<void> {
    const { ctx, stripe, currency, method } = this;
    this.setClock(Date.parse(START));
    stripe.verbs.noFaults();
    stripe.verbs.refundState({ state: 'succeeded' });
    const { world } = stripe;
    const made = createAccount(world, { capabilities: { card_payments: {} } });
    this.account = onboard(world, made.id, currency.toLowerCase()).id;
    const partner = createAccount(world, { capabilities: { transfers: {} } });
    this.partnerAccount = onboard(world, partner.id, currency.toLowerCase()).id;
    world.commit();
    world.onEvents = (ids) => {
      const types = ids.map((id) => [id, world.store.find<StripeObject>('event', id)?.type] as const);
      this.mail.push(...types.filter(([, type]) => HEARD.test(String(type))).map(([id]) => id));
    };
    const startsAt = new Date(Date.parse(START) + 10 * DAY).toISOString();
    const { eventId, ticketTypeId } = await addTicketedEvent(ctx, {
      startsAt,
      endsAt: startsAt,
      currency,
      reward: { kind: 'percent', percent: REWARD_PERCENT },
      priceMinor: 1_000,
      totalMinor: TICKET_MINOR,
      capacity: CAPACITY,
    });
    const { companyId } = await addPartner(ctx, 'server', currency);
    const prices = { price_minor: 2_200, total_minor: SEAT_MINOR, currency, capacity: SEATS };
    const seatTypeId = await addTicketType(ctx, eventId, prices);
    Object.assign(this, { eventId, ticketTypeId, seatTypeId, companyId });
    this.caller = await addKey(ctx, companyId, 'server');
    const [event] = await ctx.sql<{ organizerId: string }[]>`SELECT organizer_id FROM events WHERE id = ${eventId}`;
    const charging = {
      id: this.account,
      chargesEnabled: true,
      transfersEnabled: false,
      payoutsEnabled: true,
      currency,
      country: 'DE',
      requirements: [],
      disabledReason: null,
    };
    await keepPaymentAccount(ctx.sql, event?.organizerId ?? '', charging, { mode: 'live', askedAt: ctx.clock.now() });
    const paid = { ...charging, id: this.partnerAccount, chargesEnabled: false, transfersEnabled: true };
    await keepTransferAccount(ctx.sql, companyId, paid, { askedAt: ctx.clock.now(), paysFrom: null });
    await setTerms(ctx, { company: companyId, method, netDays: 7, minimum: 0, reference: null });
    await setVat(ctx, { company: companyId, treatment: 'rate', rate: 19, note: null, selfBilling: true });
    await setPayoutAccount(ctx, {
      company: companyId,
      holder: 'Model',
      iban: 'DE75512108001245126199',
      bic: 'SOLADEST600',
      town: null,
      country: null,
    });
  }

  /** The next history must not find what this one has left. */
  async end(): Promise<void> {
    await this.ctx.sql`DELETE FROM settlement_terms WHERE company_id = ${this.companyId}`;
  }

  advance(milliseconds: number): void {
    this.setClock(this.ctx.clock.now().getTime() + milliseconds);
  }

  private setClock(instant: number): void {
    this.ctx.clock.set(new Date(instant));
    this.stripe.verbs.clock({ now: new Date(instant).toISOString() });
  }

  /**
   * Does work as a process that may die during it. Refusals of our code and of Stripe are part of the history.
   *
   * @returns false: the process has died.
   */
  async work(work: (ctx: Context) => Promise<unknown>, death: Death | null = null): Promise<boolean> {
    this.deeds += 1;
    if (death === null) {
      await work(this.ctx).catch(passOver);
      return true;
    }
    const process = await DyingProcess.start(this.ctx, this.stripe.origin, death);
    const worked = work(process.ctx).catch((error: unknown) => {
      if (!process.isDead) passOver(error);
    });
    await Promise.race([worked, process.died]);
    const { isDead } = process;
    process.close();
    if (isDead) this.deaths += 1;
    return !isDead;
  }

  /** A partner orders tickets and seats; without an answer, it repeats the call with the same key. */
  async order(quantity: number, seats: number, death: Death | null): Promise<void> {
    const idempotencyKey = randomUUID();
    const order = async (ctx: Context) => {
      const buyer = { buyer_email: 'ada@example.org', buyer_name: 'Ada' };
      const tickets = { ticket_type_id: this.ticketTypeId, quantity };
      const lines = [tickets, { ticket_type_id: this.seatTypeId, quantity: seats }];
      const body = { event_id: this.eventId, ...buyer, ...(seats === 0 ? tickets : { lines }) };
      const { id } = (await createOrder(ctx, { caller: this.caller, idempotencyKey, body })).order;
      if (!this.orders.includes(id)) this.orders.push(id);
    };
    if (!(await this.work(order, death))) await this.work(order);
  }

  async suspend(suspended: boolean): Promise<void> {
    await setCompanyStatus(this.ctx.sql, this.companyId, suspended ? 'suspended' : 'active');
  }

  async receiveAll(): Promise<void> {
    for (const event of [...this.mail]) await this.hear(event);
  }

  /** Receives a message of Stripe, as `POST /stripe/webhooks` does; an unaccepted message comes again. */
  async hear(id: string, death: Death | null = null): Promise<void> {
    await this.work(async (ctx) => {
      const body = JSON.stringify(this.stripe.world.store.find('event', id));
      const event = ctx.payments.readMessage(Buffer.from(body), sign(body, SECRET));
      await receiveStripeEvent(ctx, event);
      const place = this.mail.indexOf(id);
      if (place >= 0) this.received.push(...this.mail.splice(place, 1));
    }, death);
  }
}

/** Permitted refusals for a caller, an operator or a worker; anything else is a fault of ours. */
const REFUSALS = [
  ProblemError,
  OrderTransitionError,
  SettlementRefused,
  ProcessorFailure,
  StripeUnavailable,
  ApiError,
  RangeError,
];

export function passOver(error: unknown): void {
  if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
}
