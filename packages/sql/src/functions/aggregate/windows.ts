import { alignBranches } from '../duckdb/numeric.ts';
import { cannot } from '../duckdb/rendered.ts';
import type { DuckDbRendering } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';

/** The value of another row, which is a numeric of the same scale. */
function ofRow(name: string): DuckDbRendering {
  return ([value, ...others], type, _session, call) => {
    if (!value) return cannot('an argument is missing');
    const [offset, fallback] = others;
    if (value.scale === undefined || fallback === undefined)
      return {
        text: call(
          name,
          [value, ...others].map(({ text }) => text),
        ),
        type,
        ...(value.scale ? { scale: value.scale } : {}),
      };
    const { texts, scale } = alignBranches([value, fallback]);
    return { text: call(name, [texts[0] ?? '', offset?.text ?? '1', texts[1] ?? '']), type, scale };
  };
}

/** The rank that a row would have. */
const unready = { cannot: 'ranks of rows that are not there are not rendered' };

const rows: readonly FunctionRow[] = [
  ['row_number', ' -> int8', 'row_number'],
  ['rank', ' -> int8', 'rank'],
  ['dense_rank', ' -> int8', 'dense_rank'],
  ['percent_rank', ' -> float8', 'percent_rank'],
  ['cume_dist', ' -> float8', 'cume_dist'],
  [
    'ntile',
    'int4 -> int4',
    ([value], type, _session, call) => ({ text: `CAST(${call('ntile', [value?.text ?? ''])} AS INTEGER)`, type }),
  ],
  [
    'lag',
    [
      'anyelement -> anyelement',
      'anyelement, int4 -> anyelement',
      'anycompatible, int4, anycompatible -> anycompatible',
    ],
    ofRow('lag'),
  ],
  [
    'lead',
    [
      'anyelement -> anyelement',
      'anyelement, int4 -> anyelement',
      'anycompatible, int4, anycompatible -> anycompatible',
    ],
    ofRow('lead'),
  ],
  ['first_value', 'anyelement -> anyelement', ofRow('first_value')],
  ['last_value', 'anyelement -> anyelement', ofRow('last_value')],
  ['nth_value', 'anyelement, int4 -> anyelement', ofRow('nth_value')],
];

const hypothetical: readonly FunctionRow[] = [
  ['rank dense_rank', '...any -> int8', unready],
  ['percent_rank cume_dist', '...any -> float8', unready],
];

export const windowFunctions = [
  ...family(hypothetical, { kind: 'ordered', isStrict: false }),
  ...family(rows, { kind: 'window', isStrict: false }),
];
