export { registerGraphqlRoutes } from './graphql-routes.ts';
export { GraphqlPlanner } from './graphql-planner.ts';
