import { alignBranches } from '../duckdb/numeric.ts';
import type { DuckDbRendering } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';
import { fillTemplate } from '../duckdb/template.ts';

/** The first value that is no NULL. */
const first: DuckDbRendering = (args, type) => {
  if (type.name !== 'numeric') return { text: `coalesce(${args.map(({ text }) => text).join(', ')})`, type };
  const { texts, scale } = alignBranches(args);
  return { text: `coalesce(${texts.join(', ')})`, type, scale };
};

const chosen: DuckDbRendering = ([condition, ...branches], type) => {
  const numeric = type.name === 'numeric' ? alignBranches(branches) : undefined;
  const [one = '', other = ''] = numeric?.texts ?? branches.map(({ text }) => text);
  const text = `(CASE WHEN ${condition?.text} THEN ${one} ELSE ${other} END)`;
  return { text, type, ...(numeric ? { scale: numeric.scale } : {}) };
};

const count =
  (test: string): DuckDbRendering =>
  (args, type) => ({
    text: `CAST(${args.map(({ text }) => fillTemplate(`CASE WHEN $1 ${test} THEN 1 ELSE 0 END`, [text])).join(' + ')} AS INTEGER)`,
    type,
  });

const rows: readonly FunctionRow[] = [
  ['num_nulls', '...any -> int4', count('IS NULL')],
  ['num_nonnulls', '...any -> int4', count('IS NOT NULL')],
  ['if', 'bool, anycompatible, anycompatible -> anycompatible', chosen, { origin: 'mysql' }],
  ['ifnull', 'anycompatible, anycompatible -> anycompatible', first, { origin: 'mysql' }],
  ['isnull nvl', 'anycompatible, anycompatible -> anycompatible', first, { origin: 'redshift' }],
  ['isnull', 'any -> bool', '$1 IS NULL', { origin: 'mysql' }],
];

export const conditionFunctions = family(rows, { isStrict: false });
