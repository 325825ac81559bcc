import { describe, expect, it } from 'vitest';
import type { QueryColumn } from '@orrery/runtime';
import type { QueryCell } from '../query/query-table.ts';
import { dashboardMail, shownCell } from './dashboard-mail.ts';
import { describeFilters } from './describe-filters.ts';
import type { RenderedDashboard, RenderedPart } from './rendered-dashboard.ts';

const status: QueryColumn = { name: 'orders.status', title: 'Status', shortTitle: 'Status', type: 'string' };
const total: QueryColumn = { name: 'orders.total', title: 'Total', shortTitle: 'Total', type: 'number' };

function table(title: string, rows: readonly (readonly QueryCell[])[], columns = [status, total]): RenderedPart {
  return { kind: 'table', title, table: { columns, rows, warnings: [], refreshedAt: 0 } };
}

function mailOf(parts: readonly RenderedPart[], given: Partial<RenderedDashboard> = {}, filters: string[] = []) {
  const dashboard = { title: 'Revenue', description: null, hasControls: false, ...given, parts };
  const link = 'https://data.example.com/embed/dashboard/AbCdEfGhIjKl';
  return dashboardMail({ dashboard, link, filters, schedule: 'At 09:00 AM', to: 'ann@example.com', key: 'k' });
}

describe('the mail of a dashboard', () => {
  it('shows tables, attaches them as files, and links to the dashboard', () => {
    const rows = [
      ['paid', '9007199254740993.10'],
      [null, null],
    ];
    const { html, text, subject, attachments } = mailOf([table('By status', rows)], {}, ['orders.status is paid']);
    expect(subject).toBe('Revenue');
    expect(html).toContain('href="https://data.example.com/embed/dashboard/AbCdEfGhIjKl"');
    expect(html).toContain('>9007199254740993.10</td>');
    expect(text).toContain('By status\nStatus | Total\npaid | 9007199254740993.10\n | ');
    for (const shown of [html, text]) {
      expect(shown).toContain('Narrowed to: orders.status is paid.');
      expect(shown).toContain('At 09:00 AM');
    }
    expect(attachments).toEqual([
      {
        fileName: '01-By-status.csv',
        type: 'text/csv; charset=utf-8',
        content: '\ufeffStatus,Total\r\npaid,9007199254740993.10\r\n,\r\n',
      },
    ]);
  });

  it('escapes HTML in all texts', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&\u202E\u0000';
    const column = { ...status, title: hostile };
    const { html } = mailOf(
      [
        table(hostile, [[hostile, '1']], [column, total]),
        { kind: 'left-out', title: hostile, reason: hostile },
        { kind: 'failed', title: hostile, reason: hostile },
      ],
      { title: hostile, description: hostile },
      [hostile],
    );
    expect(html.match(/<img|onerror=alert\(1\)>/g)).toBeNull();
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
    expect([html.includes('\u202E'), html.includes('\0')]).toEqual([false, false]);
    const tags = new Set([...html.matchAll(/<([a-z0-9!]+)/g)].map((match) => match[1]));
    expect([...tags].toSorted()).toEqual(
      ['!doctype', 'a', 'body', 'h1', 'h2', 'head', 'html', 'meta', 'p', 'table', 'td', 'th', 'tr'].toSorted(),
    );
  });

  it('keeps a cell with line breaks a single cell in every spreadsheet', () => {
    const { attachments } = mailOf([table('t', [['a;=1+1\tb', '1']])]);
    expect(attachments[0]?.content).toBe('\ufeffStatus,Total\r\n"a;=1+1\tb",1\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=HYPERLINK("http://x","y")'])(
    'prevents %j from becoming a formula in a file, also in a heading',
    (text) => {
      const { attachments } = mailOf([table(text, [[text, '-5']], [{ ...status, title: text }, total])]);
      const cell = `'${text}`;
      const written = /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
      expect(attachments[0]?.content).toBe(`\ufeff${written},Total\r\n${written},-5\r\n`);
      expect(attachments[0]?.fileName).toMatch(/^01[\p{L}\p{N}-]*\.csv$/u);
    },
  );

  it('writes only numbers as numbers, in a column of numbers', () => {
    const rows = [
      ['-5', '-5'],
      ['x', '-1.5e3'],
      ['x', '=1'],
      ['x', '-1+cmd'],
    ];
    expect(mailOf([table('t', rows)]).attachments[0]?.content).toBe(
      "\ufeffStatus,Total\r\n'-5,-5\r\nx,-1.5e3\r\nx,'=1\r\nx,'-1+cmd\r\n",
    );
  });

  it('lists what it leaves out: rows, large files, unsupported parts, default values of controls', () => {
    const rows = Array.from({ length: 130 }, (_, index) => [`row ${index}`, String(index)]);
    const large = Array.from({ length: 10_000 }, () => ['x'.repeat(700), '1']);
    const { html, text, attachments } = mailOf(
      [
        table('Many', rows),
        table('Large', large),
        { kind: 'left-out', title: 'By SQL', reason: 'its query is SQL, which cannot be run yet' },
        { kind: 'failed', title: 'Broken', reason: 'The data source reported a timeout error' },
        table('None', []),
      ],
      { hasControls: true },
    );
    expect(attachments.map(({ fileName }) => fileName)).toEqual(['01-Many.csv', '05-None.csv']);
    expect(html).toContain('Shown are the first 100 of 130 rows that were read.');
    expect([html.includes('row 99<'), html.includes('row 100<'), text.includes('row 20')]).toEqual([
      true,
      false,
      false,
    ]);
    for (const said of [
      'What is attached has all rows that were read.',
      'Left out: its query is SQL, which cannot be run yet',
      'Could not be read: The data source reported a timeout error',
      'There are no rows.',
      'What controls of the dashboard start with is not applied here.',
    ]) {
      expect(html).toContain(said);
      expect(text).toContain(said);
    }
    expect(text).toContain('"Large" is too large to be attached; open the dashboard to see all of it.');
  });

  it('does not reveal filters to a recipient who may not see their members', () => {
    const { html, text } = mailOf([{ kind: 'left-out', title: 'a', reason: 'b' }], {}, [
      'staff.salary is greater than 9',
    ]);
    expect(html + text).not.toContain('salary');
  });
});

it('describes filters and time grains in words', () => {
  expect(
    describeFilters(
      [
        { member: 'orders.status', operator: 'equals', value: ['paid', 'sent'] },
        { member: 'orders.total', operator: 'greater_than_or_equal', value: 5 },
        { member: 'orders.note', operator: 'is_null' },
        { member: 'orders.kind', value: true },
        { member: 'orders.note', operator: 'equals', value: 'not empty' },
        { member: 'orders.note', operator: 'equals', value: null },
        { member: 'orders.note', operator: 'not_equals', value: [] },
      ],
      [{ member: 'orders.created_at', grain: 'month' }],
    ),
  ).toEqual([
    'orders.status is "paid", "sent"',
    'orders.total is at least 5',
    'orders.note is empty',
    'orders.kind is true',
    'orders.note is "not empty"',
    'orders.note is (none)',
    'orders.note is not (none)',
    'orders.created_at by month',
  ]);
});

it('shows times without empty parts, and everything else unchanged', () => {
  expect(
    ['2026-05-01T00:00:00.000', '2026-05-01T09:30:00.000', '2026-05-01T09:30:00.250', 'plain', '1.50', null, true].map(
      shownCell,
    ),
  ).toEqual(['2026-05-01', '2026-05-01 09:30:00', '2026-05-01 09:30:00.250', 'plain', '1.50', '', 'true']);
});
