import { expect, it } from 'vitest';
import { copiedText, readCopied } from './copied-report.ts';

const report = {
  name: 'Sales',
  title: null,
  question: {
    kind: 'json',
    text: '{"measures":["a.b"],"filters":[{"member":"a.b","operator":"equals","values":[12345678901234567]}]}',
  },
  meta: { visualization: { kind: 'table' } },
} as const;

it('reads what was copied, with all digits of its query', () => {
  expect(readCopied(copiedText(report))).toEqual({ report });
  const statement = { kind: 'statement', text: 'SELECT 1' } as const;
  const source = { kind: 'source', dataSource: 'default', sql: 'SELECT 1' } as const;
  for (const question of [statement, source, { ...report.question, statement: 'SELECT 1' }]) {
    const other = { ...report, question, meta: null };
    expect(readCopied(copiedText(other))).toEqual({ report: other });
  }
  expect(readCopied(copiedText({ ...report, name: 'x'.repeat(300) }))).toMatchObject({
    report: { name: 'x'.repeat(255) },
  });
});

it('is the text that other versions of the application read and write', () => {
  const { question, ...others } = report;
  const fields = { jsonQuery: question.text, sqlQuery: null };
  expect(JSON.parse(copiedText(report))).toEqual({ orrery: 'report', ...others, ...fields });
  const source = { dataSource: 'default', sql: 'SELECT 1' };
  const written = { orrery: 'report', ...others, jsonQuery: null, sqlQuery: null, sourceQuery: source };
  expect(readCopied(JSON.stringify(written))).toMatchObject({ report: { question: { kind: 'source', ...source } } });
});

it.each([
  ['other', ''],
  ['other', 'Sales of May'],
  ['other', '[1]'],
  ['other', '{"jsonQuery":"{}","name":"x"}'],
  ['other', '{"__proto__":{"orrery":"report"},"name":"x","jsonQuery":"{}"}'],
  ['incomplete', '{"orrery":"report"}'],
  ['incomplete', '{"orrery":"report","name":"x","jsonQuery":{}}'],
  ['incomplete', '{"orrery":"report","name":" ","jsonQuery":"{}"}'],
  ['incomplete', '{"orrery":"report","name":"x","jsonQuery":"{}","meta":[1]}'],
  ['long', `{"orrery":"report","name":"x","jsonQuery":"${' '.repeat(3_000_000)}"}`],
])('%s: %s', (fault, text) => {
  expect(readCopied(text)).toEqual({ fault });
});
