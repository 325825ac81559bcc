import { beforeAll, describe, expect, it } from 'vitest';
import type { Select, SqlStatement } from '../syntax/index.ts';
import { misplacedNames, partsOf } from './names-for-test.ts';
import { loadParse, type Parse } from './parse-statements.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParse();
});

function statementsOf(text: string): readonly SqlStatement[] {
  const parsed = parse(text);
  if (parsed.kind === 'refused') throw new Error(`${text}: ${parsed.refusal.message}`);
  expect(misplacedNames(text, parsed.statements)).toEqual([]);
  return parsed.statements;
}

function selectOf(text: string): Extract<Select, { kind: 'select' }> {
  const [statement] = statementsOf(text);
  if (statement?.kind !== 'select' || statement.select.kind !== 'select') throw new Error(`${text} is no select`);
  return statement.select;
}

const aliasesOf = (text: string) => selectOf(text).targets.map(({ alias }) => alias?.text);

function refusalOf(text: string) {
  const parsed = parse(text);
  if (parsed.kind === 'parsed') throw new Error(`${text} was taken`);
  return parsed.refusal;
}

describe('names', () => {
  it('keep their letter case and quotes, and are not cut', () => {
    const long = `Very${'Long'.repeat(30)}`;
    const { targets } = selectOf(`SELECT createdAt, o."Status""", "${long}q", ${long} AS ${long} FROM Orders o`);
    expect(targets.map(({ expression }) => (expression.kind === 'column' ? expression.names : []))).toMatchObject([
      [{ text: 'createdAt', isQuoted: false, position: 7 }],
      [{ text: 'o' }, { text: 'Status"', isQuoted: true }],
      [{ text: `${long}q`, isQuoted: true }],
      [{ text: long, isQuoted: false }],
    ]);
    expect(targets[3]?.alias?.text).toBe(long);
  });

  it.each([
    ['select a X', 'X'],
    ['select a AS From from b', 'From'],
    ['select a is distinct from B B from c', 'B'],
    ['select a is not distinct from B "Distinct" from c', 'Distinct'],
    ['select percentile_cont(0.5) within group (order by Group1) Group1 from c', 'Group1'],
    ['select case when x then 1 end End_', 'End_'],
    ['select (select Y Y from b) Y', 'Y'],
    ['select t.Alias AS Alias from t', 'Alias'],
    ['select cast(x as Numeric) As Numeric from t', 'Numeric'],
    ['select x::VARCHAR(10) Varchar from t', 'Varchar'],
    ['select x collate "C" AS "C" from t', 'C'],
    ['select sum(x) over W W from t window W as ()', 'W'],
    ["select interval '1' Day AS Day", 'Day'],
    ['select Count(*) Count', 'Count'],
    ['select x at time zone Zone Zone from t', 'Zone'],
    ['select 1 /* X */ -- X\n X', 'X'],
    ['select $$ as Y, $$ X', 'X'],
    ['select U&"d\\0061t" AS U&"d\\0061ta"', 'data'],
    ['select "Überblick" Größe from t', 'Größe'],
    ["select '😀' Smile", 'Smile'],
    ['select a into temp t from b', undefined],
    ['(select A A) union select 2', 'A'],
    ['select X X where true', 'X'],
    ['select X X union select 1', 'X'],
  ])('finds the alias of %s', (text, alias) => {
    const [statement] = statementsOf(text);
    const select = partsOf(statement).find((part) => 'targets' in part) as Extract<Select, { kind: 'select' }>;
    expect(select.targets[0]?.alias?.text).toBe(alias);
  });

  it('are found for tables, functions, joins and common tables', () => {
    const text = `
      WITH RECURSIVE First(A, "b B") AS MATERIALIZED (SELECT 1, 2), Second AS (TABLE First)
      SELECT * FROM "Db".Public.Orders AS O (X, Y), LATERAL ((SELECT 1 One)) Sub(Z), ONLY (T1) As Q1, T2 * Q2,
        Generate_Series(1, 2) WITH ORDINALITY AS G(N, Ord), LATERAL Unnest(O.X) Un, Json_To(1) AS J(Aa int, Bb text),
        Current_Date Today,
        ((A JOIN B ON TRUE) AS Ab(K) JOIN ((VALUES (1)) V NATURAL LEFT JOIN C) USING (Id, "Key")) AS Whole(W1),
        L CROSS JOIN M FULL JOIN N ON L.A = N.B AND M.C IN (SELECT D FROM E), Last L2`;
    const { from, with: tables } = selectOf(text);
    const names = partsOf([from, tables])
      .flatMap((part) => ('alias' in part ? [part.alias as { name?: { text: string } }] : []))
      .flatMap(({ name }) => (name ? [name.text] : []));
    expect(new Set(names)).toEqual(new Set(['O', 'Sub', 'Q1', 'Q2', 'G', 'Un', 'J', 'Ab', 'V', 'Whole', 'L2']));
    expect(tables.map(({ name, columns }) => [name.text, ...columns.map((column) => column.text)])).toEqual([
      ['First', 'A', 'b B'],
      ['Second'],
    ]);
    expect(from.map(({ kind }) => kind)).toEqual([
      'table',
      'query',
      'table',
      'table',
      'function',
      'function',
      'function',
      'unsupported',
      'join',
      'join',
      'table',
    ]);
  });

  it('are found in every part of a set operation', () => {
    const text =
      '((select A from B X) union all (select C D from E Y intersect select F from (select 1 G) Z)) except select H I from J order by 1 limit 2';
    statementsOf(text);
    expect(aliasesOf('with W as (select 1) (select Q R from S) order by 1')).toEqual(['R']);
  });
});

describe('a text', () => {
  it('may hold several statements, each with its place', () => {
    const text = ' select 1 ; -- none\n;; select 2 ;';
    expect(statementsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['select 1', 'select 2']);
    expect(statementsOf(' -- nothing\n')).toEqual([]);
    expect(statementsOf('')).toEqual([]);
  });

  it('may change the user', () => {
    const text = `SET user = 'x'; set session USER to y; SET "user" = 'z'; select user, 'set user = 1'`;
    expect(statementsOf(text).slice(0, 3)).toMatchObject([
      { kind: 'set', name: 'user', values: ['x'] },
      { kind: 'set', name: 'user', values: ['y'] },
      { kind: 'set', name: 'user', values: ['z'] },
    ]);
    expect(JSON.stringify(statementsOf(text)[3])).toContain('set user = 1');
  });

  it.each([
    ['select 1 from a b c', 18, 'syntax error at or near "c" at Line: 1, Column: 19'],
    ['select\n  1 +', 12, 'syntax error at end of input at Line: 2, Column: 6'],
    ["select '😀', 'x", 13, 'unterminated quoted string at or near "\'x" at Line: 1, Column: 13'],
    ['select\0', 6, 'U+0000'],
    ['select \ud800', 7, 'surrogate'],
    ["set user = 'x'; select (", 24, 'end of input'],
  ])('is refused with its place: %j', (text, position, message) => {
    const refusal = refusalOf(text);
    expect(refusal).toMatchObject({ kind: 'SQL Parser Error', position });
    expect(refusal.message).toContain(message);
  });

  it('is shown around what is wrong, 64 columns at most', () => {
    expect(refusalOf('SELECT 1\nFROM a b c\nWHERE x').message).toBe(
      'Unable to parse: syntax error at or near "c" at Line: 2, Column: 10\n\nSELECT 1\nFROM a b c\n         ^',
    );
    const [, , shown = '', caret = ''] = refusalOf(
      `select ${'aaaa, '.repeat(100)} a from b c d ${'e '.repeat(100)}`,
    ).message.split('\n');
    expect(shown.length).toBeLessThanOrEqual(64);
    expect(shown[caret.indexOf('^')]).toBe('d');
  });
});
