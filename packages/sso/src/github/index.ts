export { GitHubProtocol } from './github-protocol.ts';
