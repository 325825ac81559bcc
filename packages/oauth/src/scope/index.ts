export { readScopes, scopeText } from './scope-text.ts';
