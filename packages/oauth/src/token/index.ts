export { issueTokens } from './issue-tokens.ts';
export { presentForOlder, presentTokens } from './present-tokens.ts';
export { revokeToken } from './revoke-token.ts';
