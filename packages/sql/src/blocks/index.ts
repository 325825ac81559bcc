export { type BlockOptions, findBlocks } from './find-blocks.ts';
export type { SourceSql } from './row-filters.ts';
