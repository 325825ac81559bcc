import { family } from '../family.ts';

/** Aggregates that only measures have: the model computes them, never an engine above it. */
export const modelAggregates = family(
  [
    ['measure', 'anyelement -> anyelement', { cannot: 'MEASURE takes a measure of a cube or view' }],
    ['approx_distinct', 'any -> int8', { cannot: 'APPROX_DISTINCT takes a measure; use COUNT(DISTINCT ...)' }],
  ],
  { kind: 'aggregate', origin: 'model' },
);

/** Which keys a grouping set leaves out; it is a part of the grouping, and no function of rows. */
export const groupingFunctions = family([['grouping', '...any -> int4', { cannot: 'GROUPING takes group keys' }]], {
  kind: 'aggregate',
  isStrict: false,
  origin: 'model',
});
