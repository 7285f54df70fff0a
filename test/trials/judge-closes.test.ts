import { type ClosedMonth, judgeCloses, type WrittenStatement } from './support/judge-closes.js';

const MINIMUM = 5_000;
const MONTHS: ClosedMonth[] = [
  {
    month: '2026-08',
    earned: new Map([
      ['cmp_1', 6_000],
      ['cmp_2', 2_000],
    ]),
    refused: 0,
  },
  {
    month: '2026-09',
    earned: new Map([
      ['cmp_1', 7_000],
      ['cmp_2', 4_000],
    ]),
    refused: 0,
  },
];

const statement = (companyId: string, month: string, minor: number, status: string): WrittenStatement => ({
  companyId,
  month,
  version: 1,
  status,
  amountMinor: minor,
  linesMinor: minor,
  earningsMinor: status === 'carried' ? 0 : minor,
  payments: status === 'paid' ? 1 : 0,
});
const right = () => [
  statement('cmp_1', '2026-08', 6_000, 'paid'),
  statement('cmp_2', '2026-08', 2_000, 'carried'),
  statement('cmp_1', '2026-09', 7_000, 'paid'),
  statement('cmp_2', '2026-09', 6_000, 'paid'),
];

test('finds nothing where each company has one statement of its earnings and carried lines', () => {
  expect(judgeCloses(MONTHS, right(), MINIMUM)).toEqual([]);
});

test('a close that did not end counts for nothing', () => {
  expect(judgeCloses(MONTHS, [...right(), statement('cmp_1', '2026-10', 1, 'issued')], MINIMUM)).toEqual([]);
});

const planted: [what: string, plant: (all: WrittenStatement[]) => WrittenStatement[], fault: string][] = [
  ['a statement that is missing', (all) => all.slice(1), 'cmp_1 2026-08 has no statement'],
  [
    'a second one',
    (all) => [...all, { ...statement('cmp_1', '2026-08', 6_000, 'void'), version: 2 }],
    'cmp_1 2026-08 has 2 statements',
  ],
  [
    'another amount',
    (all) => all.with(3, statement('cmp_2', '2026-09', 4_000, 'paid')),
    'cmp_2 2026-09 is of 4000, and 6000 were earned',
  ],
  [
    'lines that are missing',
    (all) => all.with(0, { ...right()[0], linesMinor: 1 } as WrittenStatement),
    'cmp_1 2026-08 is of 6000, and its lines of 1',
  ],
  [
    'earnings of another',
    (all) => all.with(0, { ...right()[0], earningsMinor: 1 } as WrittenStatement),
    'cmp_1 2026-08 is of 6000, its earnings of 1',
  ],
  [
    'a second payment',
    (all) => all.with(0, { ...right()[0], payments: 2 } as WrittenStatement),
    'cmp_1 2026-08 (paid) was paid 2 times',
  ],
  [
    'one that is not paid',
    (all) => all.with(0, { ...right()[0], status: 'paying' } as WrittenStatement),
    'cmp_1 2026-08 is paying, and should be paid',
  ],
];

test.each(planted)('finds %s', (_, plant, fault) => {
  expect(judgeCloses(MONTHS, plant(right()), MINIMUM)).toContain(fault);
});

test('finds refused statements', () => {
  const [first, ...rest] = MONTHS;
  expect(judgeCloses([{ ...first, refused: 2 } as ClosedMonth, ...rest], right(), MINIMUM)).toEqual([
    '2026-08: 2 statements were refused',
  ]);
});
