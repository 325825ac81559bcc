export { findBlocks } from './find-blocks.ts';
export { readsOtherTimes } from './reads-other-times.ts';
export { withMostRows } from './most-rows.ts';
export { withTimeGrains } from './time-grains.ts';
export type { SourceSql } from './filters/row-filters.ts';
export { substitute } from './part.ts';
