export { DataAccess } from './data-access.ts';
export type { DataDependencies } from './data-dependencies.ts';
export { GraphqlPlanner } from './graphql/index.ts';
export { registerDataRoutes } from './data-routes.ts';
export { compressFromBytes } from './send-compressed.ts';
export { RepeatedRequests, type RepeatedRequestsFigures } from './repeated/repeated-requests.ts';
export { type SocketFigures, Sockets } from './sockets/index.ts';
