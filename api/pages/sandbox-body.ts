import { randomBytes } from 'node:crypto';
import { amountLabel } from '../../src/core/formats.js';
import type { Sandbox, SandboxSale } from '../../src/sandbox/sandbox-page.js';
import { type Html, html } from './layout.js';

export function loginBody(error: string | null): Html {
  return html`<h1>Sandbox</h1>
<p>See the test sales of a test key, and refund them. No real money moves.</p>
${error && html`<p class="bad" role="alert">${error}</p>`}
<form method="post" action="/sandbox">
<label>Test key <input type="password" name="key" autocomplete="off" placeholder="tt_test_…" required></label>
<p><button type="submit">Open</button></p>
</form>`;
}

/** The sales of a test key, and links to sell more. */
export function sandboxBody(sandbox: Sandbox, said: string | null): Html {
  return html`<h1>Sandbox of ${sandbox.company}</h1>
<p class="soft">Test key ${sandbox.keyName} ending in <code>${sandbox.lastFour}</code>. No real money moves here.</p>
${said && html`<p class="note" role="status">${said}</p>`}
<form method="post" action="/sandbox/leave"><button class="plain" type="submit">Leave</button></form>
<h2>Test sales</h2>
${sandbox.sales.length === 0 ? html`<p>None yet. Follow one of the links below and buy a ticket.</p>` : sales(sandbox)}
<p><a href="/sandbox/mail">Mailbox</a>: the sample tickets that your test orders got.</p>
<h2>Your links to sample events</h2>
<p class="soft">Append <code>&amp;sub_id=…</code> with your own click id. You get it back on the sale.</p>
<div class="scroll" role="region" aria-label="Your links to sample events" tabindex="0"><table>
<thead><tr><th>Event</th><th>When</th><th>Link</th></tr></thead>
<tbody>${sandbox.samples.map(
    (sample) => html`<tr><td>${sample.name}</td><td>${sample.when}${sample.city && html`<br>${sample.city}`}</td>
<td><a href="${sample.buyUrl}">Buy</a> · <a href="${sample.buyUrl}&amp;sub_id=sandbox-click">with a sub_id</a></td></tr>`,
  )}</tbody>
</table></div>`;
}

function sales(sandbox: Sandbox): Html {
  return html`<div class="scroll" role="region" aria-label="Test sales" tabindex="0"><table>
<thead><tr><th>Sale</th><th>Event</th><th class="number">Tickets</th><th class="number">Paid</th><th>sub_id</th><th>Earning</th><th>Simulate a refund</th></tr></thead>
<tbody>${sandbox.sales.map((sale) => row(sale, sandbox.formToken))}</tbody>
</table></div>`;
}

function row(sale: SandboxSale, token: string): Html {
  const earned = sale.records.map(
    ({ status, reason, commission, currency }) =>
      html`<div>${amountLabel(commission, currency)} <strong>${status}</strong>${reason && html` <span class="soft">${reason}</span>`}</div>`,
  );
  return html`<tr>
<td><code>${sale.saleId}</code><br><span class="soft">${sale.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</span></td>
<td>${sale.event}<br><span class="soft">order: ${sale.orderStatus}</span></td>
<td class="number">${sale.quantity}</td>
<td class="number">${amountLabel(sale.paid, sale.currency)}</td>
<td>${sale.subId ? html`<code>${sale.subId}</code>` : '–'}</td>
<td>${earned.length > 0 ? earned : html`<span class="soft">none: the event pays no reward</span>`}</td>
<td>${refundForm(sale, token)}</td>
</tr>`;
}

function refundForm(sale: SandboxSale, token: string): Html {
  if (sale.refundable === 0) return html`<span class="soft">nothing left</span>`;
  return html`<form class="inline" method="post" action="/sandbox/refund">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="sale" value="${sale.saleId}">
<input type="hidden" name="request" value="${randomBytes(12).toString('base64url')}">
<input type="number" name="tickets" min="1" max="${sale.refundable}" value="${sale.refundable}" aria-label="Tickets to refund">
${sale.ticketTypes.length > 1 && html`<select name="ticket_type" aria-label="Ticket type to refund"><option value="">all types</option>${sale.ticketTypes.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select>`}
<button class="plain" type="submit">Refund</button>
</form>`;
}
