import { family } from '../family.ts';

/** Aggregates that only measures have: the model computes them, never an engine above it. */
export const modelAggregates = family(
  [
    ['measure', 'anyelement -> anyelement', { cannot: 'MEASURE takes a measure of a cube or view' }],
    ['approx_distinct', 'any -> int8', { cannot: 'APPROX_DISTINCT takes a measure; use COUNT(DISTINCT ...)' }],
  ],
  { kind: 'aggregate', origin: 'model' },
);

/** GROUPING, which returns the keys that a grouping set leaves out. It is a part of the grouping, not a function of rows. */
export const groupingFunctions = family([['grouping', '...any -> int4', { cannot: 'GROUPING takes group keys' }]], {
  kind: 'aggregate',
  isStrict: false,
  origin: 'model',
});
