import fc from 'fast-check';
import { expect, it } from 'vitest';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { renderForTest } from './expression-for-test.ts';
import type { Rendered } from './index.ts';
import { sessionForTest } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();
const pairs = 400;

/** Digits of every length up to `most`, so that groups of four begin everywhere. */
function digits(most: number): fc.Arbitrary<bigint> {
  return fc
    .tuple(fc.integer({ min: 1, max: most }), fc.bigInt({ min: 0n, max: 10n ** BigInt(most) - 1n }), fc.boolean())
    .map(([length, value, isNegative]) => (value % 10n ** BigInt(length)) * (isNegative ? -1n : 1n));
}

function decimalText(value: bigint, scale: number): string {
  const text = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const point = text.length - scale;
  return `${value < 0n ? '-' : ''}${text.slice(0, point)}${scale > 0 ? `.${text.slice(point)}` : ''}`;
}

const column = (name: string, held: number): [string, Rendered] => [
  name,
  { text: `x.${name}`, type: { name: 'numeric' }, scale: { held, isShown: true } },
];

it.for([
  [0, 0],
  [2, 0],
  [0, 2],
  [2, 3],
  [6, 1],
  [4, 4],
  [9, 7],
] as const)('divides and takes remainders as PostgreSQL does, with %i and %i decimals', async ([one, other]) => {
  const sample = fc.sample(fc.tuple(digits(14), digits(14)), pairs).filter(([, b]) => b !== 0n);
  const rows = sample.map(([a, b], index) => `(${index}, ${decimalText(a, one)}, ${decimalText(b, other)})`);
  const columns = new Map([column('a', one), column('b', other)]);
  const from = (type: string) =>
    `FROM (SELECT id, CAST(a AS ${type}${one})) a, CAST(b AS ${type}${other})) b FROM (VALUES ${rows.join(', ')}) v(id, a, b)) x ORDER BY id`;
  for (const expression of ['round(a / b, 3)', 'a % b', 'round(a / b)']) {
    const theirs = await postgres.ask(`SELECT CAST(${expression} AS text) ${from('numeric(30,')}`);
    const rendered = renderForTest(expression, sessionForTest, columns);
    const ours = await duckdb.column(`SELECT CAST(${rendered.text} AS VARCHAR) ${from('DECIMAL(38,')}`);
    expect(ours).toEqual(theirs.map(([value]) => value));
  }
  // Whole quotients are kept only where their digits fit; those that fit are PostgreSQL's.
  const rendered = renderForTest('a / b', sessionForTest, columns);
  const exact = await postgres.ask(
    `SELECT CAST(trim_scale(a / b) AS text), abs(a / b) < 1e13 AND scale(trim_scale(a / b)) <= 24 ${from('numeric(30,')}`,
  );
  const fitting = exact.flatMap(([value, fits], index) => (fits === 't' || fits === 'true' ? [{ value, index }] : []));
  expect(fitting.length).toBeGreaterThan(pairs / 2);
  const ids = fitting.map(({ index }) => index);
  const ours = await duckdb.column(
    `SELECT CAST(${rendered.text} AS VARCHAR) ${from('DECIMAL(38,').replace(' ORDER BY', ` WHERE id IN (${ids.join(', ')}) ORDER BY`)}`,
  );
  const plain = (value: string | null | undefined) => (value?.includes('.') ? value.replace(/\.?0+$/, '') : value);
  expect(ours.map(plain)).toEqual(fitting.map(({ value }) => plain(value)));
});
