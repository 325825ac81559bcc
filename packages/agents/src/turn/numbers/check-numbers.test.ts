import { describe, expect, it } from 'vitest';
import { NumberCheck } from './check-numbers.ts';
import type { Evidence } from './evidence.ts';

const sales: Evidence = {
  results: [
    {
      columns: [
        { name: 'region', type: 'String' },
        { name: 'net', type: 'Double' },
        { name: 'orders', type: 'Int64' },
        { name: 'margin_rate', type: 'Double' },
      ],
      rows: [
        ['North', '48210.5', '1234', '0.1249'],
        ['East', '39977', '800', '0.25'],
        ['Store 7', '-1500', '12', null],
      ],
      totalRows: 3,
    },
  ],
  statements: ["SELECT region FROM sales WHERE sold_at >= '2025-05-01' AND amount > 100 LIMIT 3"],
  question: 'Top 3 regions by net sales in the last 30 days?',
  descriptions: ['Net sales are gross sales without refunds within 14 days of the order.'],
  counts: [],
  year: 2026,
};

function unconfirmedNumbers(text: string, evidence: Evidence, before = ''): readonly string[] {
  const check = new NumberCheck(evidence);
  return check.unconfirmed(text, check.statedIn(before));
}

const none: Evidence = { ...sales, results: [], statements: [], question: 'How much?', descriptions: [] };

describe('numbers of results', () => {
  it.each([
    '**North** (48,210.50) and **East** (39,977.00) led.',
    'North had 48,211, or 48.2k, or 48K, or €48.21 thousand, or $0.05M.',
    'North had $48,210.50.',
    'Nord erzielte 48.210,50 und der Osten 39.977 Euro.',
    'Le nord a fait 48 210,50 € et les autres 39 977.',
    "In Switzerland the north had 48'210.50.",
    'The margin was 12.5% and 25 percent, that is 0.12.',
    'Store 7 made −1,500; it lost 1,500, a loss of $1.5k.',
    'Store 7 made ($1,500).',
    'There were ١٢٣٤ orders, and １２３４.',
    'It is 4.82e4.',
    'Forty-eight thousand is what the north had; twelve hundred orders.',
  ])('are confirmed as displayed: %s', (text) => {
    expect(unconfirmedNumbers(text, sales)).toEqual([]);
  });

  it.each([
    ['North had 48,212.', '48,212'],
    ['North had 48,000.', '48,000'],
    ['North had 48.3k.', '48.3k'],
    ['Store 7 made 1,500.', '1,500'],
    ['Store 8 had nothing.', '8'],
    ['The north had 48.210.', '48.210'],
    ['The margin was 12%, then 13%.', '13%'],
    ['The share of orders was 1234%.', '1234%'],
    ['North had **5**0**0**0.', '5000'],
    ['North had &#53;000.', '5000'],
    ['It is five million.', 'five million'],
    ['It is `987654`.', '987654'],
    ['It is ９８７.', '987'],
    ['There were 1.5 billion orders.', '1.5 billion'],
    ['The version is 1.2.3.4.', '1.2.3.4'],
  ])('are not confirmed when they are others: %s', (text, number) => {
    expect(unconfirmedNumbers(text, sales)).toEqual([number]);
  });

  it('have all digits compared', () => {
    const large = { columns: [{ name: 'id', type: 'Int64' }], rows: [['9007199254740993']], totalRows: 1 };
    expect(unconfirmedNumbers('It is 9,007,199,254,740,993.', { ...none, results: [large] })).toEqual([]);
    expect(unconfirmedNumbers('It is 9,007,199,254,740,992.', { ...none, results: [large] })).toEqual([
      '9,007,199,254,740,992',
    ]);
  });
});

describe('numbers that are computed of two', () => {
  it.each([
    'North and East had 88,187.50 together.',
    'North had 8,233.50 more than East.',
    'North had 1.54 times as many orders as East.',
    'North had 54.3% more orders than East.',
    'East had 35.2% fewer orders than North.',
    'Orders of East are 64.8% of those of North.',
    'An order of the north brought 39.07 on average.',
    'East fell by 17.1%.',
    'East changed by −17.1%.',
    'The margin of the east is 12.51 percentage points higher.',
  ])('are confirmed where the sentence names the computation: %s', (text) => {
    expect(unconfirmedNumbers(text, sales)).toEqual([]);
  });

  it.each([
    ['North had 88,187.50.', '88,187.50'],
    ['North and East had 88,187.60 together.', '88,187.60'],
    ['North had 54.9% more orders than East.', '54.9%'],
    ['East grew by −17.5%.', '−17.5%'],
    ['The margin of the east is 12.6 percentage points higher.', '12.6 percentage points'],
  ])('are not confirmed otherwise: %s', (text, number) => {
    expect(unconfirmedNumbers(text, sales).map((each) => each.replace('-', '−'))).toEqual([number]);
  });

  it('are looked for among stated numbers alone where a result is long', () => {
    const rows = Array.from({ length: 100 }, (_, index) => [`day ${index}`, String(1000 + index * 37)]);
    const columns = [
      { name: 'day', type: 'String' },
      { name: 'orders', type: 'Int64' },
    ];
    const long = { ...none, results: [{ columns, rows, totalRows: 100 }] };
    expect(unconfirmedNumbers('Orders grew by 41%.', long)).toEqual(['41%']);
    expect(unconfirmedNumbers('Orders grew from 1,000 to 1,407, by 41%.', long)).toEqual([]);
    expect(unconfirmedNumbers('Orders grew by 41%.', long, 'They were 1,000 and then 1,407. ')).toEqual([]);
  });
});

describe('what is no result', () => {
  it.each([
    'On 2026-05-01, in May 2026, on May 1, 2026, on 1 May, on the 1st of May 2025, in Q2 2026, week 18, at 12:30 and 5 pm.',
    'From May 1 to May 31, and 1–31 May 2026.',
    'In 2025 and 2026 there were two regions.',
    '1. North\n2. East\n3) Store 7',
    'The top 3 regions of the last 30 days.',
    'All 3 regions are shown; North is 1st, East 2nd.',
    'Only amounts above 100 count.',
    'Net sales are without refunds within 14 days of the order.',
    'Store 7 is the last.',
    'The members `sales_2024.net_30d` and orders_2 were read.',
    '```sql\nSELECT 987654\n```',
  ])('dates, places, counts, periods, bounds and names: %s', (text) => {
    expect(unconfirmedNumbers(text, sales)).toEqual([]);
  });

  it.each([
    ['In 1999 there was nothing.', '1999'],
    ['In May 1998 there was nothing.', 'May 1998'],
    ['The top 7 regions.', '7'],
    ['All 4 regions are shown.', '4'],
    ['Refunds come within 90 days of the order.', '90 days'],
    ['There were 2,025 orders.', '2,025'],
    ['Net sales are\n500. That is all.', '500'],
    ['The number is 12Store 7.', '7'],
    ['North made $3.', '$3'],
    ['There were 3 net orders.', '3'],
    ['There were 3 Orders.', '3'],
    ['It grew from 5.', '5'],
    ['It sold out 10.', '10'],
    ['Three years ago 50 were sold.', '50'],
    ['In May 12.5 were sold.', '12.5'],
    ['Each week 500 were sold.', '500'],
  ])('what the run does not know is not confirmed: %s', (text, number) => {
    expect(unconfirmedNumbers(text, sales)).toEqual([number]);
  });

  it('confirms nothing without results', () => {
    expect(unconfirmedNumbers('Revenue was 5,000,000, or 12% of 300.', none)).toEqual(['5,000,000', '12%', '300']);
    expect(unconfirmedNumbers('I found nothing.', none)).toEqual([]);
  });

  it('reads long texts in time', () => {
    const rows = Array.from({ length: 100 }, (_, row) => Array.from({ length: 30 }, (_, column) => `${row}.${column}`));
    const columns = rows[0]?.map((_, index) => ({ name: `c${index}`, type: 'Double' })) ?? [];
    const text = Array.from({ length: 3_000 }, (_, index) => `The number ${index + 0.123} is in total.`).join(' ');
    const begin = process.cpuUsage();
    unconfirmedNumbers(text, { ...none, results: [{ columns, rows, totalRows: 100 }], descriptions: [text] });
    unconfirmedNumbers(`${'1'.repeat(40_000)} ${'1,'.repeat(20_000)} ${' 1'.repeat(10_000)}`, none);
    // Time of the processor, which other programs do not take; reading backwards would need minutes of it.
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(6_000);
  });
});
