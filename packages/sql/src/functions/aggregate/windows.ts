import { family } from '../family.ts';

/** Functions that only stand before OVER. Their text stands before OVER too. */
export const windowFunctions = family([['row_number rank dense_rank', ' -> int8', '']], {
  kind: 'window',
  isStrict: false,
});
