import type { DuckDbRendering } from '../entry.ts';
import { alignBranches } from '../duckdb/numeric.ts';
import { family, type FunctionRow } from '../family.ts';
import { rateOfReturn } from './rate-of-return.ts';

/** NVL2: the second argument where the first is no NULL, else the third. */
const chosen: DuckDbRendering = ([tested, ...branches], type) => {
  const numeric = type.name === 'numeric' ? alignBranches(branches) : undefined;
  const [one = '', other = ''] = numeric?.texts ?? branches.map(({ text }) => text);
  const text = `(CASE WHEN ${tested?.text} IS NOT NULL THEN ${one} ELSE ${other} END)`;
  return { text, type, ...(numeric ? { scale: numeric.scale } : {}) };
};

const rows: readonly FunctionRow[] = [
  ['charindex locate', 'text, text -> int4', 'CAST(strpos($2, $1) AS INTEGER)', { origin: 'redshift' }],
  [
    'locate',
    'text, text, int4 -> int4',
    'CASE WHEN $3 < 1 THEN 0 WHEN strpos(substring($2, $3), $1) = 0 THEN 0 ELSE CAST(strpos(substring($2, $3), $1) + $3 - 1 AS INTEGER) END',
    { origin: 'mysql' },
  ],
  ['instr', 'text, text -> int4', 'CAST(strpos($1, $2) AS INTEGER)', { origin: 'mysql' }],
  [
    'ucase',
    'text -> text',
    "array_to_string(list_transform(string_split($1, 'ß'), lambda _p: upper(_p)), 'ß')",
    { origin: 'mysql' },
  ],
  ['lcase', 'text -> text', 'lower($1)', { origin: 'mysql' }],
  ['ends_with', 'text, text -> bool', 'ends_with($1, $2)', { origin: 'redshift' }],
  ['sha1', 'text -> text', 'sha1($1)', { origin: 'mysql' }],
  [
    'xirr',
    ['float8, date -> float8', 'float8, timestamp -> float8'],
    rateOfReturn,
    { origin: 'excel', kind: 'aggregate', isStrict: false },
  ],
  ['nvl2', 'any, anycompatible, anycompatible -> anycompatible', chosen, { origin: 'redshift', isStrict: false }],
  ['len', 'text -> int4', "CAST(length(rtrim($1, ' ')) AS INTEGER)", { origin: 'redshift' }],
  [
    'mid',
    'text, int4, int4 -> text',
    "CASE WHEN $3 <= 0 OR $2 = 0 OR -$2 > length($1) THEN '' ELSE substring($1, $2, $3) END",
    { origin: 'mysql' },
  ],
  ['space', 'int4 -> text', "repeat(' ', greatest(0, least($1, 1000000)))", { origin: 'mysql' }],
];

/** Functions that PostgreSQL lacks, but for those of times. */
export const foreignFunctions = family(rows);
