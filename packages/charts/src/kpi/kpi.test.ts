import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { readKpiStyle } from './kpi-style.ts';
import { kpiView, type ShownBlock } from './kpi-view.ts';
import { sparkBars, sparkPath } from './sparkline.ts';

const columns: Column[] = [
  { name: 'shop.month', shortTitle: 'Month', type: 'time', granularity: 'month' },
  { name: 'shop.sales', title: 'Shop Sales', type: 'number', format: 'currency', currency: 'EUR' },
];
const rows: Row[] = [
  ['2026-01-01T00:00:00.000', '12.5'],
  ['2026-02-01T00:00:00.000', '9007199254740993'],
];
const sales = { name: 's', title: 'Sales', type: 'number', role: 'measure' } as const;
const month = { name: 'm', title: 'Month', type: 'time', granularity: 'month' } as const;
const at = (number: number) => `2026-0${number}-01T00:00:00.000`;

const shown = (given: Column[], all: Row[], style?: unknown): readonly (readonly ShownBlock[])[] =>
  kpiView({ columns: given, rows: all, style: readKpiStyle(style), locale: 'en' }).places;

it('shows the measures of the first row as numbers that stand alone', () => {
  const number = { kind: 'number', label: 'Shop Sales', value: '€12.50', exact: '12.5' };
  expect(shown(columns, rows.slice(0, 1))).toEqual([[number]]);
  expect(shown(columns, [])).toEqual([[{ ...number, value: '–', exact: '–' }]]);
});

it('compares a number with that of another range, by all digits', () => {
  const before = { ...sales, name: 's~1', title: 'Sales, 2025', comparedTo: 's' };
  const compared = (now: string | null, then: string | null) => {
    const block = shown([sales, before], [[now, then]])[0]?.[1];
    return block?.kind === 'comparison' ? block.all : [];
  };
  expect(compared('110', '100')).toEqual([{ label: 'Sales, 2025', value: '100', change: '+10%', direction: 'up' }]);
  expect(compared('-50', '-100')).toMatchObject([{ change: '+50%', direction: 'up' }]);
  expect(compared('1', '3')).toMatchObject([{ change: '−66.7%', direction: 'down' }]);
  expect(compared('1', '0')).toMatchObject([{ change: undefined, direction: 'up' }]);
  expect(compared('1', null)).toMatchObject([{ value: '–', change: undefined, direction: undefined }]);
  const large = '9007199254740993000';
  expect(compared(large, '8915227181092384000')).toMatchObject([{ change: '+1%', direction: 'up' }]);
  expect(compared('0.9007199254740993', '0.9007199254740992')).toMatchObject([{ direction: 'same' }]);
  expect(compared('0.00000000000000000002', '0.00000000000000000001')).toMatchObject([{ change: '+100%' }]);
  expect(compared('1.0004', '1')).toMatchObject([{ change: '0%', direction: 'same' }]);
  expect(compared('1.0005', '1')).toMatchObject([{ change: '+0.1%', direction: 'up' }]);
  expect(compared('9007199254740993', '-9007199254740992')).toMatchObject([{ change: '+200%' }]);
  expect(compared('1', '?')).toMatchObject([{ value: '?', change: undefined, direction: undefined }]);
  expect(compared(`1${'0'.repeat(400)}`, `2${'0'.repeat(400)}`)).toMatchObject([{ change: '−50%' }]);

  const rowsOfBoth: Row[] = [
    [at(4), null, '1'],
    [at(3), '3', '2'],
  ];
  const [headline] = shown([month, sales, before], rowsOfBoth);
  expect(headline).toMatchObject([{ label: 'Sales, Mar 2026', value: '3' }, { all: [{ change: '+50%' }] }]);
  const [part] = shown([month, sales, { ...before, unlike: [at(3)] }], rowsOfBoth);
  expect(part?.[1]).toMatchObject({ all: [{ value: '2', change: undefined, direction: undefined }] });
});

const months: Row[] = [
  [at(3), '2'],
  [at(2), '4'],
  [at(1), null],
];

it('compares a row with the one before in time, and draws all over time', () => {
  expect(shown([month, sales], months)).toEqual([
    [
      { kind: 'number', label: 'Sales, Mar 2026', value: '2', exact: '2' },
      {
        kind: 'comparison',
        all: [{ label: 'Mar 2026 against Feb 2026', value: '4', change: '−50%', direction: 'down' }],
      },
      { kind: 'sparkline', trend: [null, 4, 2], areBars: false },
    ],
  ]);
  expect(sparkPath([null, 4, 2, null, 3], { width: 40, height: 10 })).toBe('M10 0L20 10M40 5h0.1');
  expect(sparkPath([1, 1, 1], { width: 4, height: 10 })).toBe('M0 5L2 5L4 5');
  expect(sparkBars([2, null, -2], { width: 30, height: 10 })).toBe('M1 5V0h8V5zM21 5V10h8V5z');
});

it('shows the newest row over time, in whichever order the rows are', () => {
  const inOrder = months.toReversed();
  expect(shown([month, sales], inOrder)).toEqual(shown([month, sales], months));
  const [march = [], february = [], january = []] = months;
  const [undated, unread] = [
    [null, '90'],
    ['soon', '80'],
  ];
  for (const rows of [
    [february, march, january],
    [january, march, february],
    [...inOrder, undated],
    [undated, ...months],
    [unread, undated, february, january, march, undated],
  ])
    expect(shown([month, sales], rows).map((place) => place.slice(0, 2))).toMatchObject([
      [{ label: 'Sales, Mar 2026', value: '2' }, { all: [{ label: 'Mar 2026 against Feb 2026', value: '4' }] }],
    ]);
  expect(shown([month, sales], [undated, unread])).toMatchObject([[{ value: '90' }]]);
  const isEmpty = shown([month, sales], [february, ['2026-03-01T00:00:00.000', null], january]);
  expect(isEmpty).toMatchObject([[{ label: 'Sales, Mar 2026', value: '–' }, { all: [{ change: undefined }] }, {}]]);
  const newest = { blocks: [{ kind: 'number', measure: 's', row: 'newest' }] };
  expect(shown([month, sales], [february, march], newest)).toMatchObject([[{ label: 'Sales, Mar 2026', value: '2' }]]);
  const none = 'No row is the newest: this answer needs one time dimension with a time.';
  expect(shown([sales], [['1'], ['2']], newest)).toEqual([[{ kind: 'notice', text: none }]]);
  expect(shown([month, sales], [undated], newest)).toEqual([[{ kind: 'notice', text: none }]]);
  expect(shown([month, sales], [], newest)).toMatchObject([[{ value: '–' }]]);
  const set = { blocks: [{ kind: 'number', measure: 's' }] };
  expect(shown([month, sales], inOrder, set)).toMatchObject([[{ label: 'Sales, Jan 2026' }]]);
  const region = { name: 'r', title: 'Region', type: 'string' } as const;
  const groups = inOrder.map(([time, value]) => [time, 'North', value]);
  expect(shown([month, region, sales], groups)).toMatchObject([[{ label: 'Sales, Jan 2026, North' }]]);
});

it('shows blocks as they were set', () => {
  const measure = 's';
  const style = {
    blocks: [
      { kind: 'number', measure, row: 'last', label: 'Now', format: '.2f', size: 'large' },
      { kind: 'comparison', measure, row: 'first', shows: 'both', good: 'less', isBelow: true },
      { kind: 'comparison', measure, row: 'first', shows: 'absolute', good: 'more' },
      { kind: 'progress', measure, row: 'first', target: 8 },
      { kind: 'progress', measure, row: 'first', targetMeasure: 's', form: 'circle', label: 'Of itself' },
      { kind: 'text', text: '**Sales**', isBelow: true },
      { kind: 'html', template: '<b>{{result._first.s}}</b>', height: 80 },
    ],
    layout: { direction: 'column', gap: 8 },
  };
  const view = kpiView({ columns: [month, sales], rows: months.slice(0, 2), style: readKpiStyle(style), locale: 'en' });
  expect(view.layout).toEqual({ direction: 'column', gap: 8 });
  const compared = { label: 'Mar 2026 against Feb 2026', value: '4', direction: 'down' };
  const ofMarch = 'Sales, Mar 2026';
  expect(view.places).toEqual([
    [
      { kind: 'number', label: 'Now', value: '4.00', exact: '4', size: 'large' },
      { kind: 'comparison', all: [{ ...compared, change: '−2 (−50%)', tone: 'good', toneText: ', marked as good' }] },
    ],
    [{ kind: 'comparison', all: [{ ...compared, change: '−2', tone: 'bad', toneText: ', marked as bad' }] }],
    [{ kind: 'progress', label: ofMarch, name: ofMarch, percent: '25%', text: '2 of 8', share: 0.25, isCircle: false }],
    [
      {
        kind: 'progress',
        label: 'Of itself',
        name: 'Of itself',
        percent: '100%',
        text: '2 of 2',
        share: 1,
        isCircle: true,
      },
      { kind: 'text', text: '**Sales**' },
    ],
    [{ kind: 'html', template: '<b>{{result._first.s}}</b>', height: 80 }],
  ]);
});

it.each([
  [{ kind: 'number', measure: 'gone' }, 'This answer has no column gone.'],
  [{ kind: 'number', measure: 's', row: 'second' }, 'This answer has no second row.'],
  [{ kind: 'comparison', measure: 's' }, 'There is nothing to compare with: no other range, and no row before.'],
  [{ kind: 'progress', measure: 's' }, 'The target is no number above zero.'],
  [{ kind: 'progress', measure: 's', targetMeasure: 'gone' }, 'This answer has no column gone.'],
  [
    { kind: 'sparkline', measure: 's' },
    'A line over time needs one time dimension with 3 to 500 rows, and no other dimension.',
  ],
])('says why %j shows nothing', (block, text) => {
  expect(shown([month, sales], months.slice(0, 1), { blocks: [block] })).toEqual([[{ kind: 'notice', text }]]);
});

it('reads what was set, and nothing else', () => {
  const text = { kind: 'text', text: 'x' };
  expect(readKpiStyle({ blocks: [{ ...text, url: 'https://x.example' }] })).toEqual({ blocks: [text] });
  expect(readKpiStyle({ blocks: 'all' })).toBeUndefined();
  expect(readKpiStyle({ layout: { gap: 1e9, direction: 'row', align: 'end' } })).toEqual({ layout: { align: 'end' } });
});

it('keeps the blocks that it can read, and says in their places which ones it cannot', () => {
  const text = { kind: 'text', text: 'x' };
  const unreadable = { kind: 'unreadable' };
  for (const block of [
    { kind: 'image', url: 'x' },
    { kind: 'html' },
    { kind: 'html', template: 'x'.repeat(20_001) },
    { kind: 'text', text: 'x'.repeat(5_001) },
    null,
  ])
    expect(readKpiStyle({ blocks: [text, block] })).toEqual({ blocks: [text, unreadable] });
  const many = readKpiStyle({ blocks: Array.from({ length: 26 }, () => text) });
  expect(many?.blocks).toHaveLength(25);
  expect(many?.blocks?.at(-1)).toEqual({ ...unreadable, isBeyond: true });
  expect(readKpiStyle(many)).toEqual(many);
  expect(shown([sales], [['1']], { blocks: [text, { kind: 'image', isBelow: true }] })).toEqual([
    [
      text,
      {
        kind: 'notice',
        text: 'This block cannot be read: its kind is unknown, or a part of it is missing or too long.',
      },
    ],
  ]);
  expect(shown([sales], [['1']], many).at(-1)).toEqual([
    { kind: 'notice', text: 'Only the first 24 blocks are shown.' },
  ]);
});
