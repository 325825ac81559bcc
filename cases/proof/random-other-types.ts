import type { Choices } from './choices.ts';
import { call, column, type Expression } from './expression.ts';
import { bigValues, doubleValues, singleValues } from './random-data.ts';
import type { Value, WorldColumn, WorldCube, WorldDimension, WorldMeasure } from './world.ts';

/** Beside the plain ones: numbers of four bytes, those of them that are exact, doubles, large integers. */
const columns: readonly (WorldColumn & { readonly values: readonly Value[] })[] = [
  { name: 'r', type: 'number', stored: 'single', values: singleValues },
  { name: 'h', type: 'number', stored: 'single', values: [0.5, 2.25, -4, 3] },
  { name: 'f', type: 'number', stored: 'double', values: doubleValues },
  { name: 'i', type: 'number', stored: 'big', values: bigValues },
];

/**
 * Gives a cube, now and then, columns of other types and members over them, by names that later layers know: `s` and `k`
 * for what they group and filter by, `n` for what they also compute with.
 */
export function withOtherTypes(choices: Choices, cube: WorldCube): WorldCube {
  if (!choices.happens(30)) return cube;
  const cell = (values: readonly Value[]) => (choices.happens(20) ? null : choices.pick(values));
  const rows = cube.rows.map((row) => [...row, ...columns.map(({ values }) => cell(values))]);
  const dimensions = choices.some(dimensionsOf(choices), 4, 1);
  const measures = choices.some(ofOtherTypes, 3, 1);
  return {
    ...cube,
    columns: [...cube.columns, ...columns.map(({ values: _, ...one }) => one)],
    rows,
    dimensions: [...cube.dimensions, ...dimensions],
    measures: [...cube.measures, ...measures],
  };
}

function dimensionsOf(choices: Choices): readonly WorldDimension[] {
  const isSome = call('IS NOT NULL', column('s'));
  const [one, other]: readonly Expression[] = choices.happens(50)
    ? [column('h'), column('n')]
    : [column('m'), column('h')];
  return [
    { name: 's6', type: 'string', sql: column('d'), textOf: 'day' },
    { name: 's7', type: 'string', sql: column(choices.pick(['f', 'r', 'i'])), textOf: 'number' },
    { name: 's8', type: 'string', sql: column('b'), textOf: 'boolean' },
    { name: 'f7', type: 'number', sql: column('r') },
    { name: 'n7', type: 'number', sql: column('h') },
    { name: 'k7', type: 'number', sql: column('i'), isBig: true },
    {
      name: 'n8',
      type: 'number',
      case: { when: [{ condition: isSome, label: one ?? column('h') }], ...(other ? { otherwise: other } : {}) },
    },
  ];
}

const ofOtherTypes: readonly WorldMeasure[] = [
  { name: 'sum_r', type: 'sum', sql: column('r') },
  { name: 'avg_r', type: 'avg', sql: column('r') },
  { name: 'min_r', type: 'min', sql: column('r') },
  { name: 'max_r', type: 'max', sql: column('r') },
  { name: 'distinct_r', type: 'count_distinct', sql: column('r') },
  { name: 'distinct_i', type: 'count_distinct', sql: column('i') },
];
