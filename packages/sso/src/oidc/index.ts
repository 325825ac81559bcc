export { beginAt } from './begin.ts';
export { Configurations } from './configurations.ts';
export { faultOf } from './fault-of.ts';
export { finishAt, type ProviderClaims } from './finish.ts';
export { LogoutTokens, RefusedLogout } from './logout-tokens.ts';
export { presentedBy } from './presented.ts';
export { signOutAddressAt } from './sign-out-address.ts';
