import { SAMPLE_MAILS } from '../../src/cli/mail/sample-mails.js';
import type { Messages } from '../../src/core/locales/en.js';
import { catalogue, translator } from '../../src/core/locales/messages.js';
import { problemText } from '../../src/core/locales/problem-text.js';
import { ProblemError } from '../../src/core/problems.js';
import { categoryName, priceLabel, translateDisplay } from '../../src/listings/rules/event-labels.js';
import { orderPageUrl } from '../../src/tickets/order-page-link.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { openShop, type Shop } from '../support/data/build.js';
import { buyTickets } from '../support/data/tickets.js';
import { wireEvent } from '../support/data/wire-event.js';

/** What one more file in `locales` would hold: Esperanto, made up by marking each English text. */
const marked = Object.entries(catalogue.get('en') as Messages).map(([key, text]) => [key, `⟦${text}⟧`]);
const languages = catalogue as Map<string, Messages>;

/** What no language file gives: names, and what `Intl` writes of them, of times and amounts. */
const NAMES =
  /^\s*(?::? ?Standing|Partner Events|Organizer|Concert|Coliseu, Lisbon, Portugalujo|.* de Decembro 2026 je .*)\s*$/;

/** The lines of a text that no language file gave; values within marked texts count as given. */
function unmarked(text: string): string[] {
  let rest = text;
  for (let before = ''; before !== rest; ) [before, rest] = [rest, rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '')];
  return rest.split('\n').filter((line) => /\p{L}{2}/u.test(line) && !NAMES.test(line));
}

const plain = (page: string) =>
  page.replaceAll(/<(script|style|title|code|svg)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '\n');

let api: TestApi;
let shop: Shop;
beforeAll(async () => {
  languages.set('eo', { ...Object.fromEntries(marked), 'page.locale': 'eo' } as Messages);
  api = await createTestApi();
  shop = await openShop(api.ctx, { capacity: 100 });
});
afterAll(async () => {
  // Our own code is loaded once a worker: other files would find it.
  languages.delete('eo');
  await api?.close();
});

test('a language is one file: buy page, checkout and order page are in it', async () => {
  const orderId = await buyTickets(api.ctx, shop, {});
  const paths = [
    `/buy/${shop.eventId}`,
    new URL((await orderPageUrl(api.ctx, orderId)) ?? '').pathname,
    '/checkout/unknown',
  ];
  for (const url of paths) {
    const page = await api.app.inject({ url, headers: { accept: 'text/html', 'accept-language': 'eo' } });
    expect([url, page.headers['content-language']]).toEqual([url, 'eo']);
    expect([url, unmarked(plain(page.body))]).toEqual([url, []]);
  }
});

test('labels of events, names of categories and errors are in it too', () => {
  const t = translator('eo');
  const shown = wireEvent({ date: '2026-03-13' });
  translateDisplay(shown, t);
  const { title, detail } = problemText(new ProblemError('busy'), t);
  const texts = [shown.display.date_label, priceLabel(null, null, null, t), categoryName('music', t), title, detail];
  expect(texts.flatMap(unmarked)).toEqual([]);
});

test.each(Object.keys(SAMPLE_MAILS).filter((name) => SAMPLE_MAILS[name]?.('de').language === 'de'))(
  'the mail `%s` to a buyer is in it too',
  (name) => {
    const letter = SAMPLE_MAILS[name]?.('eo');
    expect(letter?.language).toBe('eo');
    const labels = letter?.facts?.map(([label]) => label) ?? [];
    const texts = [...(letter?.paragraphs ?? []), ...(letter?.notes ?? []), ...labels];
    expect([...texts, letter?.action?.label, letter?.action?.orOpen].flatMap((text) => unmarked(text ?? ''))).toEqual(
      [],
    );
    expect(letter?.subject).toMatch(/^⟦/);
  },
);
