export {
  type RenderedBlock,
  type RenderedStatement,
  renderForDuckDb,
  type RenderOptions,
} from './render.ts';
export { sourceSql } from './source-sql.ts';
