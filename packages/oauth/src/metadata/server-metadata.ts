import { oauthScopes } from '@orrery/kernel';

/** Grants that clients can register by themselves. */
export const registeredGrants = [
  'authorization_code',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code',
] as const;
/** Grants that clients can ask for. That of a client alone takes a service account, which an admin makes. */
export const servedGrants = [...registeredGrants, 'client_credentials'] as const;
export type ServedGrant = (typeof servedGrants)[number];
export const servedAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;
/** The client that every assistant may call itself, without registration. */
const clientForAssistants = 'cube-mcp-client';

/** Describes the authorization server (RFC 8414). Clients refuse a document whose `issuer` is another text than they asked for. */
export function serverMetadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    registration_endpoint: `${issuer}/oauth/register`,
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: servedGrants,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: servedAuthMethods,
    revocation_endpoint_auth_methods_supported: servedAuthMethods,
    introspection_endpoint_auth_methods_supported: servedAuthMethods.filter((method) => method !== 'none'),
    scopes_supported: oauthScopes,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    resource_indicators_supported: true,
  };
}

/** Adds the members without which clients refuse a document at the address of OpenID Connect. No ID token is made. */
export function openIdMetadata(issuer: string) {
  return {
    ...serverMetadata(issuer),
    jwks_uri: `${issuer}/oauth/jwks`,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

export function summaryMetadata(issuer: string) {
  return { ...serverMetadata(issuer), client_id: clientForAssistants };
}
