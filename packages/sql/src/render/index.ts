export {
  type RenderedBlock,
  type RenderedStatement,
  renderForDuckDb,
  type RenderOptions,
} from './render.ts';
export { duckDbSql } from './source-sql.ts';
