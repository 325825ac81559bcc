export {
  type RenderOptions,
  type RenderedStatement,
  renderForDuckDb,
} from './render.ts';
export { sourceSql } from './source-sql.ts';
