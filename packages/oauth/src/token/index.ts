export { issueTokens } from './issue-tokens.ts';
export { presentForOlder, presentTokens } from './present-tokens.ts';
