export { lowerRefreshKey } from './lower-refresh-key.ts';
export { lower } from './lower.ts';
export { render, renderStatement } from './render.ts';
export { call, cast, type CastType, fragment, operator, type Sql, type SqlCase } from './sql.ts';
