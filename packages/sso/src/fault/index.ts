export { SsoFault } from './sso-fault.ts';
