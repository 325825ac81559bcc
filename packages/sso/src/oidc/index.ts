export { OidcProtocol } from './oidc-protocol.ts';
