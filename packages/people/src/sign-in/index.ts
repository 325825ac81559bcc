export { fingerprints } from './fingerprint.ts';
export { FailureCounts } from './failure-counts.ts';
export { networkOf } from './network-of.ts';
export { hashOfOpaqueText, isOpaqueText, makeOpaqueText } from './opaque-text.ts';
export { byThemselves, type MadeLink, type SignedIn, SignInService } from './sign-in-service.ts';
export type { PasswordCost } from './password.ts';
export { SignInPolicy } from './sign-in-policy.ts';
export { SignInStore } from './sign-in-store.ts';
export { StartKey } from './start-key.ts';
