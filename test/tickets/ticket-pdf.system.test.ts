import { translator } from '../../src/core/locales/messages.js';
import { readConfig } from '../../src/platform/config/config.js';
import { PdfFonts, UNPRINTABLE } from '../../src/platform/pdf/fonts.js';
import type { OpenTicket } from '../../src/tickets/open-tickets.js';
import { formatTicketCode } from '../../src/tickets/rules/ticket-code.js';
import type { TicketOrderRow } from '../../src/tickets/sql/ticket-orders.js';
import { ticketPdf } from '../../src/tickets/ticket-pdf.js';
import { describeWithPdfReaders, pdfRawText, pdfStructure, pdfUaFaults } from '../support/read/pdf.js';
import { pdfPages, qrCodesOf } from '../support/read/read-pdf.js';

const PRINTER = {
  config: readConfig({ SERVICE_LEGAL_NAME: 'Bilety sp. z o.o.', SERVICE_ADDRESS: 'ul. Długa 1|Łódź' }),
  fonts: new PdfFonts(),
};

const ORDER: TicketOrderRow = {
  orderId: 'ord_printed',
  mode: 'live',
  status: 'paid',
  quantity: 2,
  currency: 'PLN',
  totalMinor: 2500,
  refundedMinor: 0,
  buyerEmail: 'buyer@buyers.example',
  buyerName: 'Ślązak-Źdźbło Żaneta',
  paidAt: new Date('2026-11-01T10:00:00Z'),
  language: 'en',
  eventId: 'evt_printed',
  eventName: 'Zażółć gęślą jaźń',
  eventStatus: 'scheduled',
  startsAt: new Date('2026-12-02T18:30:00Z'),
  endsAt: null,
  date: '2026-12-02',
  timezone: 'Europe/Warsaw',
  utcOffset: null,
  online: false,
  venue: 'Hala Wytwórni',
  address: 'ul. Łąkowa 29',
  city: 'Łódź',
  country: 'PL',
  lat: null,
  lng: null,
  organizerName: 'Koncerty Świętokrzyskie sp. z o.o.',
  contactEmail: 'pytania@koncerty.example',
  termsUrl: 'https://koncerty.example/regulamin',
  sourceUrl: null,
};

const ticket = (position: number, of: Partial<OpenTicket> = {}): OpenTicket => ({
  id: `tik_${position}`,
  orderId: ORDER.orderId,
  position,
  eventId: ORDER.eventId,
  ticketTypeId: 'tkt_printed',
  type: 'Miejsce stojące',
  totalMinor: 1250,
  state: 'valid',
  code: `7ZK4M0QXWE9V2TDH8R3${position}`,
  usedAt: null,
  endedAt: null,
  refundId: null,
  voidReason: null,
  ...of,
});

const draw = (of: Partial<TicketOrderRow>, tickets: OpenTicket[]): Promise<Buffer> =>
  ticketPdf(PRINTER, { t: translator(of.language ?? 'en'), order: { ...ORDER, ...of }, tickets });

/** As long as forms and organizers' files allow. */
const LONG = { eventName: 'Ein langer Abend '.repeat(12), buyerName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4) };

const SCRIPTS: Partial<TicketOrderRow>[] = [
  { eventName: '東京「星と夜の音楽会」特別公演', buyerName: '山田 太郎', organizerName: '株式会社チケット' },
  { eventName: '北京爵士音乐节：我们的夜晚', buyerName: '张伟' },
  { eventName: '서울 재즈 페스티벌', buyerName: '김민수' },
  { eventName: 'เทศกาลดนตรีแจ๊สน้ำใจ', buyerName: 'สมชาย ใจดี' },
  { eventName: 'दिल्ली जैज़ महोत्सव', buyerName: 'श्रीमती प्रिया शर्मा' },
  { eventName: 'თბილისი ჯაზ ფესტივალი', buyerName: 'Արամ Խաչատրյան', organizerName: 'አዲስ አበባ ሙዚቃ' },
  { eventName: 'ঢাকা জ্যাজ উৎসব', buyerName: 'சென்னை இசை விழா', organizerName: 'అమరావతి' },
  { eventName: 'ಬೆಂಗಳೂರು ಕ್ಷೇತ್ರ', buyerName: 'ക്രിസ്തു', organizerName: 'અમદાવાદ ક્ષત્રિય' },
  { eventName: 'ਅੰਮ੍ਰਿਤਸਰ ਮੇਲਾ', buyerName: 'ශ්\u200dරී ලංකා', organizerName: 'ភ្នំពេញ' },
  { eventName: 'ວຽງຈັນ ນ້ຳ', buyerName: 'ရန်ကုန် ဂီတ' },
];

describeWithPdfReaders('tickets as a document', () => {
  let polish: Buffer;
  let german: Buffer;
  let others: Buffer;
  beforeAll(async () => {
    polish = await draw({}, [ticket(1), ticket(2)]);
    const words = { eventName: 'Größenwahn & Füße', buyerName: 'Jürgen Groß', city: 'Köln' };
    german = await draw({ ...words, language: 'de', mode: 'test' }, [ticket(1), ticket(2, { state: 'refunded' })]);
    const far = {
      eventName: 'Київський вечір',
      buyerName: 'Đặng Thị Mười',
      organizerName: 'Θέατρο Ελλάδα',
      city: 'Țăndărei',
    };
    others = await draw(far, [ticket(1, { state: 'used' })]);
  });

  test('a page each, with every name in its spelling and the time at the venue', async () => {
    const pages = await pdfPages(polish);
    expect(pages).toHaveLength(2);
    for (const [index, text] of pages.entries()) {
      for (const words of [
        ...['Zażółć gęślą jaźń', 'Ślązak-Źdźbło Żaneta', 'Miejsce stojące', 'Koncerty Świętokrzyskie sp. z o.o.'],
        ...[
          'Hala Wytwórni, ul. Łąkowa 29, Łódź, Poland',
          'pytania@koncerty.example',
          'https://koncerty.example/regulamin',
          'PLN 12.50, fees and tax included',
          'Bilety sp. z o.o., ul. Długa 1, Łódź',
        ],
        ...[`Ticket ${index + 1} of 2`, `ord_printed · ${index + 1}/2`, formatTicketCode(ticket(index + 1).code)],
      ]) {
        expect(text).toContain(words);
      }
      expect(text).toMatch(/Wednesday,? 2 December 2026 at 19:30 \(Europe\/Warsaw\)/);
    }
    const [text] = await pdfPages(others);
    for (const words of ['Київський вечір', 'Đặng Thị Mười', 'Θέατρο Ελλάδα', 'Țăndărei'])
      expect(text).toContain(words);
  });

  test('in German, a sample is marked on each page, and a refunded ticket too', async () => {
    const pages = await pdfPages(german);
    expect(pages).toHaveLength(2);
    for (const text of pages) {
      expect(text).toContain('MUSTER. Dies ist ein Muster aus der Sandbox.');
      for (const words of ['Größenwahn & Füße', 'Jürgen Groß', 'Köln', 'Miejsce stojące'])
        expect(text).toContain(words);
      expect(text).toMatch(/Mittwoch, 2\. Dezember 2026 um 19:30\sUhr \(Europe\/Warsaw\)/);
    }
    expect(pages[1]).toContain('Ticket: erstattet');
    expect(pages[1]).not.toContain(formatTicketCode(ticket(2).code));
  });

  test('in other scripts: read in their written form, with the code, and conforming', async () => {
    const pdfs = await Promise.all(SCRIPTS.map((words) => draw(words, [ticket(1)])));
    for (const [index, words] of SCRIPTS.entries()) {
      const text = pdfRawText(pdfs[index] as Buffer);
      for (const written of Object.values(words)) expect(text).toContain(written);
      expect(text).not.toContain(UNPRINTABLE);
    }
    // Poppler takes the document's order of Arabic for the order on the page, and turns it.
    const arabic = await draw({ buyerName: 'محمد الزعيم', eventName: 'לילה (2026)' }, [ticket(1)]);
    expect(pdfRawText(arabic)).toContain([...'محمد الزعيم'].reverse().join(''));
    expect(pdfRawText(arabic)).toContain('לילה');
    expect(await qrCodesOf(arabic)).toEqual([ticket(1).code]);
    expect(pdfUaFaults(arabic, ...pdfs)).toEqual([]);
  });

  test('a buyer’s name that no font holds is left out', async () => {
    const [text] = await pdfPages(await draw({ buyerName: 'ᠮᠣᠩᠭᠣᠯ' }, [ticket(1)]));
    expect(text).toContain('Zażółć gęślą jaźń');
    expect(text).not.toMatch(/\ufffd|Name/);
  });

  test('an organizer’s name that no font holds is left out, and the contact stays', async () => {
    const [text] = await pdfPages(await draw({ organizerName: 'ᠮᠣᠩᠭᠣᠯ' }, [ticket(1)]));
    expect(text).toContain('pytania@koncerty.example');
    expect(text).not.toMatch(/\ufffd|Organizer/);
  });

  test('an outside reader reads the code of each ticket that counts', async () => {
    expect(await qrCodesOf(polish)).toEqual([ticket(1).code, ticket(2).code]);
    expect(await qrCodesOf(german)).toEqual([ticket(1).code, null]);
    expect(await qrCodesOf(others)).toEqual([ticket(1).code]);
  });

  test('names as long as can be cost no ticket its code', async () => {
    const long = await draw(LONG, [ticket(1), ticket(2)]);
    expect((await qrCodesOf(long)).filter(Boolean)).toEqual([ticket(1).code, ticket(2).code]);
  });

  test('conform to PDF/UA-1 by veraPDF; a screen reader reads the code', () => {
    expect(pdfUaFaults(polish, german, others)).toEqual([]);
    const structure = pdfStructure(polish);
    expect(structure).toMatch(/^Document\n {2}P .*\n {4}"Partner Events"\n {2}H1/);
    expect(structure).toMatch(/TH:\s+\/Scope \/Row\s+"Where"/);
    expect(structure.match(/Figure/g)).toHaveLength(2);
    expect(polish.toString('latin1')).toContain(`/Alt (Code ${formatTicketCode(ticket(1).code)})`);
  });
});

test('the same tickets are the same bytes', async () => {
  const pdf = await draw({}, [ticket(1)]);
  expect((await draw({}, [ticket(1)])).equals(pdf)).toBe(true);
  expect((await draw({}, [ticket(2)])).equals(pdf)).toBe(false);
});
