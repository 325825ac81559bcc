export { authorize } from './authorize/index.ts';
export { registerClient } from './registration/index.ts';
export { issueTokens, presentForOlder, presentTokens } from './token/index.ts';
