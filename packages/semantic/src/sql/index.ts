export type { Dialect, SqlOf } from './dialect.ts';
export { lower, lowerRefreshKey } from './lower.ts';
export { render, renderStatement } from './render.ts';
export { all, any, call, cast, fragment, operator, type Sql, type SqlCase } from './sql.ts';
