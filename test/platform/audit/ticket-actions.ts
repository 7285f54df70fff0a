import { connectOrganizer } from '../../../src/catalogue/connect-organizer.js';
import { setOrganizerPages } from '../../../src/catalogue/organizer-pages.js';
import { correctAddress } from '../../../src/orders/buyers.js';
import { mendRefund } from '../../../src/orders/send-refund.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import { confirmPayoutAccount, setPayoutAccount } from '../../../src/settlements/payout-account.js';
import { setBilling } from '../../../src/settlements/set-billing.js';
import { setVat } from '../../../src/settlements/set-vat.js';
import { connectTransferAccount } from '../../../src/settlements/transfer-account.js';
import {
  ANNOUNCEMENT_COMMANDS,
  type AnnouncementCommand,
  commandAnnouncement,
} from '../../../src/tickets/announcements.js';
import { doorList } from '../../../src/tickets/door-list.js';
import { revokePage } from '../../../src/tickets/order-page-link.js';
import { voidOrderTickets } from '../../../src/tickets/order-tickets.js';
import { createOrganizerKey, revokeOrganizerKey } from '../../../src/tickets/organizer-keys.js';
import { resendRefused } from '../../../src/tickets/unsent-mails.js';
import { type TestContext, withProcessor } from '../../support/context.js';
import { openShop } from '../../support/data/build.js';
import { buyTickets } from '../../support/data/tickets.js';

export interface Audited {
  ctx: TestContext;
  temporal: TemporalClient;
  companyId: string;
  /** The work's additions to the log: `action object company`, oldest first. */
  logged: (work: () => Promise<unknown>) => Promise<string[]>;
  /** Expects one row for each action, about this object and company. */
  expectRows: (
    actions: string[],
    object: string,
    company: string | null,
    work: () => Promise<unknown>,
  ) => Promise<void>;
  checkedActions: string[];
}

/** What operators do to tickets, to announcements, and to the names on statements and pages. */
export function ticketActions(get: () => Audited): void {
  test('tickets and announcements: never a code, a link or an address', async () => {
    const { ctx, temporal, expectRows } = get();
    const shop = await openShop(ctx);
    const order = await buyTickets(ctx, shop);
    await expectRows(['tickets.correct'], order, shop.live.companyId, () =>
      correctAddress(ctx, { orderId: order, email: 'right@example.org' }),
    );
    await expectRows(['tickets.revoke_page', 'tickets.void'], order, null, async () => {
      await revokePage(ctx, order);
      await voidOrderTickets(ctx, order);
    });
    await ctx.sql`
      INSERT INTO refunds (id, order_id, request_key, payment_reference, quantity, amount_minor, currency, reason, state, created_at)
      VALUES ('rfd_audited', ${order}, 'audited', 'sim_pay_audited', 1, 1, 'EUR', 'requested', 'failed', ${ctx.clock.now()})`;
    await expectRows(['refund.retry'], 'rfd_audited', null, () => mendRefund(ctx, 'rfd_audited', 'retry'));
    await ctx.sql`UPDATE refunds SET state = 'failed' WHERE id = 'rfd_audited'`;
    await expectRows(['refund.settle'], 'rfd_audited', null, () => mendRefund(ctx, 'rfd_audited', 'settle'));
    await expectRows(['tickets.door_list'], shop.eventId, null, async () => {
      for await (const lines of doorList(ctx, shop.eventId)) expect(lines).toHaveLength(1);
    });
    await ctx.sql`UPDATE ticket_mails SET state = 'refused', ended_at = now() WHERE order_id = ${order} AND number = (SELECT max(number) FROM ticket_mails WHERE order_id = ${order})`;
    await expectRows(['mail.resend'], 'ticket_mails', null, () => resendRefused(ctx, new Date(0)));
    await ctx.sql`
      INSERT INTO event_announcements (id, event_id, kind, changed_at)
      VALUES ('ann_audited', ${shop.eventId}, 'cancelled', ${ctx.clock.now()})`;
    const commands = Object.keys(ANNOUNCEMENT_COMMANDS) as AnnouncementCommand[];
    // None of them runs, and the requester is still known.
    const asked = commands.map((command) => `announcement.${command}`);
    await expectRows(asked, 'ann_audited', null, async () => {
      for (const command of commands) {
        await expect(commandAnnouncement(ctx, temporal, { id: 'ann_audited', command })).rejects.toThrow();
      }
    });
    expect(JSON.stringify(await ctx.sql`SELECT * FROM audit_log`)).not.toMatch(/right@|ada@/);
  });

  test("organizers' keys and pages, a company's billing", async () => {
    const { ctx, companyId, logged, expectRows, checkedActions } = get();
    const [organizer] = await ctx.sql<{ id: string; source: string }[]>`
      SELECT id, source FROM organizers WHERE source = 'sandbox'`;
    const made: { id: string; key: string }[] = [];
    const lines = await logged(async () => {
      made.push(await createOrganizerKey(ctx, { organizer: organizer?.id ?? '', name: 'East door' }));
    });
    const [{ id, key } = { id: '', key: '' }] = made;
    expect(lines).toEqual([`organizer_key.create ${id}`]);
    checkedActions.push('organizer_key.create');
    await expectRows(['organizer_key.revoke'], id, null, () => revokeOrganizerKey(ctx, id));
    await expectRows(['organizer.set'], organizer?.id ?? '', null, () =>
      setOrganizerPages(ctx, { source: organizer?.source ?? '', termsUrl: 'https://example.org/terms' }),
    );
    const hosted = withProcessor(ctx, 'test', { hosted: true });
    await expectRows(['organizer.connect'], organizer?.id ?? '', null, () =>
      connectOrganizer(hosted, { source: organizer?.source ?? '' }),
    );
    const account = { holder: 'Audited Ltd', iban: 'DE89370400440532013000', bic: null, town: null, country: null };
    await expectRows(['payout_account.set'], companyId, companyId, () =>
      setPayoutAccount(ctx, { company: companyId, ...account }),
    );
    const paying = { ...ctx, payouts: { ...ctx.payouts, needsAccount: true } };
    await expectRows(['payout_account.connect'], companyId, companyId, () =>
      connectTransferAccount(paying, { company: companyId }),
    );
    await ctx.sql`UPDATE transfer_accounts SET pays_from = ${new Date(ctx.clock.now().getTime() + 1_000)}`;
    await expectRows(['payout_account.confirm'], companyId, companyId, () =>
      confirmPayoutAccount(ctx, { company: companyId, reason: 'by phone' }),
    );
    await expectRows(['billing.set'], companyId, companyId, () =>
      setBilling(ctx, { company: companyId, legalName: 'Audited Ltd', address: ['1 Street'], taxIds: [] }),
    );
    const vat = { treatment: 'rate' as const, rate: 19, note: null, selfBilling: true };
    await expectRows(['vat.set'], companyId, companyId, () => setVat(ctx, { company: companyId, ...vat }));
    expect(JSON.stringify(await ctx.sql`SELECT * FROM audit_log`)).not.toMatch(new RegExp(`${key.slice(-8)}|0532013`));
  });
}
