import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { curlOf, javascriptOf } from '../../apps/console/src/explore/answer/snippets.ts';

const apiUrl = 'https://data.example.com/d/1/cubejs-api/v1';
const hostile = `it's "$(touch x)" \`touch x\` \\ ' ; \${process.exit(1)}`;
const query = { filters: [{ member: 'sales.note', operator: 'equals' as const, values: [hostile] }] };

it('a shell passes the query on as it is, whatever it contains', () => {
  for (const asked of [query, `SELECT '${hostile}'\nFROM sales`]) {
    const args = curlOf({ apiUrl, asked }).replace(/^curl/, `printf '%s\\0'`);
    const [url, , , , , flag, body] = execFileSync('sh', ['-c', args], { encoding: 'utf8' }).split('\0');
    expect(url).toBe(`${apiUrl}/${asked === query ? 'load' : 'cubesql'}`);
    expect(flag).toBe('-d');
    expect(JSON.parse(String(body))).toEqual({ query: asked });
  }
});

it('JavaScript has the query and the statement as they are', () => {
  expect(javascriptOf({ apiUrl, asked: { measures: ['sales.amount'] } })).toContain('"sales.amount"');
  const statement = `SELECT '${hostile}'\nFROM sales`;
  const text = /cubeSql\((`[\s\S]*`)\)/.exec(javascriptOf({ apiUrl, asked: statement }))?.[1] ?? '';
  expect(runInNewContext(text)).toBe(`\n${statement}\n`);
});
