export { reasonOf } from './reason-of.ts';
export { SsoFault } from './sso-fault.ts';
