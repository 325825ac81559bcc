export { clientOfRequest } from './client-of-request.ts';
export { introspectToken } from './introspect-token.ts';
export { issueTokens, requireGrant, resourceIn } from './issue-tokens.ts';
export { presentForOlder, presentTokens } from './present-tokens.ts';
export { readForm } from './read-form.ts';
export { revokeToken } from './revoke-token.ts';
