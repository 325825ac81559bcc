import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Expression, FromItem, Select, SqlStatement } from '../syntax/index.ts';
import { misplacedNames, partsOf } from './names-for-test.ts';
import { loadParse, type Parse } from './parse-statements.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParse();
});

const linesOf = (name: string) =>
  readFileSync(join(import.meta.dirname, 'corpus', `${name}.sql`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--'));
const corpus = ['contract', 'drivers', 'tools', 'grammar'].flatMap(linesOf);

function statementsOf(text: string): readonly SqlStatement[] {
  const parsed = parse(text);
  return parsed.kind === 'parsed' ? parsed.statements : [];
}

it('holds enough of what is sent', () => {
  expect(new Set(corpus).size).toBeGreaterThan(250);
});

it.each(corpus)('reads %s', (text) => {
  const parsed = parse(text);
  if (parsed.kind === 'refused') throw new Error(parsed.refusal.message);
  expect(misplacedNames(text, parsed.statements)).toEqual([]);
  expect(misplacedNodes(text, parsed.statements)).toEqual([]);
  // It is sent from a thread, and means the same behind another statement.
  expect(structuredClone(parsed)).toEqual(parsed);
  const behind = statementsOf(`select '😀é';${text}`);
  expect(withoutPlaces(behind[1])).toEqual(withoutPlaces(parsed.statements[0]));
});

it.each(linesOf('refused'))('refuses %s', (text) => {
  const parsed = parse(text);
  if (parsed.kind === 'parsed') throw new Error('it was taken');
  expect(parsed.refusal.message).toMatch(/^Unable to parse: .+ at Line: 1, Column: \d+\n\n.+\n *\^$/s);
});

function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => (['position', 'start', 'end'].includes(key) ? undefined : each)),
  );
}

const signs: Readonly<Record<string, RegExp>> = {
  and: /^and/i,
  or: /^or/i,
  not: /^not/i,
  like: /^(not )?(i?like|similar)|^!?~~/i,
  'in-list': /^(not )?in/i,
  between: /^(not )?between/i,
  'is-null': /^(is|notnull)/i,
  'is-truth': /^is/i,
  'distinct-from': /^is/i,
  case: /^case/i,
  nullif: /^nullif/i,
  collate: /^collate/i,
  parameter: /^\$/,
  string: /^([eEnN]|[uU]&)?['$]|^\w/,
  number: /^[-\d.]|^select/i, // one that is not written stands at the beginning
  star: /^[\w"*.]/u,
  join: /^join/i,
  subscript: /^\[/,
  field: /^\./,
};

/** @returns nodes that do not stand where they say, by what begins there */
function misplacedNodes(text: string, tree: unknown): readonly string[] {
  return partsOf(tree).flatMap((part) => {
    if (!('kind' in part && 'position' in part)) return [];
    const there = text.slice(Number(part.position));
    const isRight = (signs[String(part.kind)] ?? /^/).test(there) && there !== '';
    return isRight ? [] : [`${String(part.kind)} at ${there.slice(0, 20)}`];
  });
}

it('reaches every kind of node', () => {
  const kinds = new Set(corpus.flatMap(statementsOf).flatMap((each) => partsOf(each).map((part) => Object(part).kind)));
  const all: Record<(Expression | FromItem | Select | SqlStatement)['kind'], true> = {
    and: true,
    array: true,
    between: true,
    bits: true,
    boolean: true,
    case: true,
    cast: true,
    coalesce: true,
    collate: true,
    column: true,
    'distinct-from': true,
    explain: true,
    field: true,
    function: true,
    greatest: true,
    grouping: true,
    'in-list': true,
    'is-null': true,
    'is-truth': true,
    join: true,
    least: true,
    like: true,
    'named-argument': true,
    not: true,
    null: true,
    nullif: true,
    number: true,
    operator: true,
    or: true,
    other: true,
    parameter: true,
    quantified: true,
    query: true,
    row: true,
    session: true,
    select: true,
    'session-value': true,
    set: true,
    show: true,
    star: true,
    string: true,
    subscript: true,
    table: true,
    unsupported: true,
    values: true,
  };
  expect(Object.keys(all).filter((kind) => !kinds.has(kind))).toEqual([]);
});

it('answers 10,000 mutated statements, and places what it takes', () => {
  let state = 7;
  const below = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const pick = <T>(values: readonly T[]) => values[below(values.length)] as T;
  const pieces = corpus.map((text) => text.match(/\w+|\s+|"[^"]*"|'[^']*'|./gsu) ?? []);
  const wild = [
    '(',
    ')',
    ';',
    "'",
    '"',
    '$$',
    '/*',
    '--',
    '\n',
    '::',
    '.',
    ',',
    '*',
    '[',
    ']',
    'é',
    '😀',
    ' AS ',
    ' FROM ',
    ' IN ',
    ' JOIN ',
    ' UNION ',
    '-',
  ];
  const wrong: string[] = [];
  let taken = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const tokens = [...pick(pieces)];
    for (let change = 0; change <= below(3); change += 1) {
      const at = below(tokens.length);
      const by = pick([[], [pick(wild)], [pick(pick(pieces))], [tokens[at] ?? '', tokens[at] ?? '']]);
      tokens.splice(at, below(2), ...by.filter((each) => each !== undefined));
    }
    const text = tokens.join('');
    const parsed = parse(text);
    if (parsed.kind === 'parsed') taken += 1;
    const faults = parsed.kind === 'parsed' ? misplacedNames(text, parsed.statements) : [];
    if (faults.length > 0) wrong.push(`${text}: ${faults.join(', ')}`);
  }
  expect(wrong).toEqual([]);
  expect(taken).toBeGreaterThan(1000);
});
