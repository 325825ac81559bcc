export type { Authorization, PageFault, RedirectFault } from './authorization.ts';
export { authorize } from './authorize.ts';
export { readAuthorization } from './read-authorization.ts';
