export { lower, lowerRefreshKey } from './lower.ts';
export { render, renderStatement } from './render.ts';
export { all, any, call, cast, type CastType, fragment, operator, type Sql, type SqlCase } from './sql.ts';
