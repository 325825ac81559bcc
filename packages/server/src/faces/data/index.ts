export { requireScope } from './admitted.ts';
export { type Arrival, DataAccess, type RightsCheck } from './data-access.ts';
export type { DataDependencies } from './data-dependencies.ts';
export { GraphqlPlanner } from './graphql/index.ts';
export { registerDataRoutes } from './data-routes.ts';
export { compressFromBytes } from './send-compressed.ts';
export { RepeatedRequests, type RepeatedRequestsFigures } from './repeated/repeated-requests.ts';
export { type ShareOwner, Shares, type SocketFigures, Sockets } from './sockets/index.ts';
