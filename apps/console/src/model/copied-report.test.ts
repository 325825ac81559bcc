import { expect, it } from 'vitest';
import { copiedText, readCopied } from './copied-report.ts';

const report = {
  name: 'Sales',
  title: null,
  jsonQuery: '{"measures":["a.b"],"filters":[{"member":"a.b","operator":"equals","values":[12345678901234567]}]}',
  sqlQuery: null,
  meta: { visualization: { kind: 'table' } },
};

it('reads what was copied, with all digits of its query', () => {
  expect(readCopied(copiedText(report))).toEqual({ report });
  expect(readCopied(copiedText({ ...report, jsonQuery: null, sqlQuery: 'SELECT 1', meta: null }))).toMatchObject({
    report: { jsonQuery: null, sqlQuery: 'SELECT 1', meta: null },
  });
  expect(readCopied(copiedText({ ...report, name: 'x'.repeat(300) }))).toMatchObject({
    report: { name: 'x'.repeat(255) },
  });
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
