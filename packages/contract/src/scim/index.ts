export { scimListSchema } from './list-response.ts';
export { scimGroupSchema, scimUserSchema } from './resource.ts';
