export { authorize } from './authorize/index.ts';
export { registerClient } from './registration/index.ts';
export { issueTokens, presentForOlder, presentTokens, revokeToken } from './token/index.ts';
