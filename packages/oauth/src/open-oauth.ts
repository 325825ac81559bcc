export { authorize } from './authorize/index.ts';
export { beginDevice } from './device/index.ts';
export { registerClient } from './registration/index.ts';
export { introspectToken, issueTokens, presentForOlder, presentTokens, revokeToken } from './token/index.ts';
