export {
  type RenderedBlock,
  type RenderedStatement,
  renderForDuckDb,
} from './render.ts';
export { sourceSql } from './source-sql.ts';
