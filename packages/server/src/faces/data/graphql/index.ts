export { registerGraphqlRoutes } from './graphql-routes.ts';
export { GraphqlPlanner } from './plan-memory.ts';
