import { z } from 'zod';
import { get, type Operation, post } from './operation.ts';
import { anybody } from './takes.ts';

const tag = 'OAuth';
/** Applications have no session here, and pages of every origin may be one. */
const takes = { ...anybody, isForAllPages: true } as const;
const document = z.looseObject({ issuer: z.string() });
const resource = z.looseObject({ resource: z.string(), authorization_servers: z.array(z.string()) });
/** RFC 6749 section 5.1. */
const tokens = z.looseObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  scope: z.string(),
});

/** RFC 8628 section 3.2. */
const deviceCodes = z.strictObject({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.number(),
  interval: z.number(),
});

/** The authorization server: how applications learn of it, register, and come to access tokens. */
export const oauthOperations = {
  serverMetadata: get('/.well-known/oauth-authorization-server', {
    id: 'oauthServerMetadata',
    tag,
    summary: 'What the authorization server offers (RFC 8414)',
    takes,
    answer: document,
  }),
  openIdMetadata: get('/.well-known/openid-configuration', {
    id: 'openIdMetadata',
    tag,
    summary: 'The same for clients that look at the address of OpenID Connect',
    takes,
    answer: document,
  }),
  summary: get('/.well-known/oauth', {
    id: 'oauthSummary',
    tag,
    summary: 'The same, with the client that needs no registration',
    takes,
    answer: document,
  }),
  resourceMetadata: get('/.well-known/oauth-protected-resource', {
    id: 'oauthResourceMetadata',
    tag,
    summary: 'Which authorization server the MCP server trusts (RFC 9728)',
    takes,
    answer: resource,
  }),
  mcpMetadata: get('/.well-known/oauth-protected-resource/api/mcp', {
    id: 'oauthMcpMetadata',
    tag,
    summary: 'The same, at the address that follows from that of the MCP server',
    takes,
    answer: resource,
  }),
  keys: get('/oauth/jwks', {
    id: 'oauthKeys',
    tag,
    summary: 'The empty list of keys: tokens are opaque, and none is signed',
    takes,
    answer: z.strictObject({ keys: z.array(z.never()) }),
  }),
  register: post('/oauth/register', {
    id: 'registerOAuthClient',
    tag,
    summary: 'Registers an application (RFC 7591)',
    takes,
    status: 201,
    reads: z.looseObject({ redirect_uris: z.array(z.string()).min(1).max(20), client_name: z.string().optional() }),
    answer: z.looseObject({ client_id: z.string(), redirect_uris: z.array(z.string()), scope: z.string() }),
    example: { client_name: 'Example', redirect_uris: ['http://localhost:8123/callback'] },
  }),
  authorize: get('/oauth/authorize', {
    id: 'authorizeOAuthClient',
    tag,
    summary: 'Where an application sends a browser: leads to sign-in and to the page of consent',
    takes,
    answer: 'text',
  }),
  token: post('/oauth/token', {
    id: 'oauthToken',
    tag,
    summary: 'Exchanges a code or a refresh token, sent as a form, for tokens (RFC 6749)',
    takes,
    answer: tokens,
  }),
  revoke: post('/oauth/revoke', {
    id: 'revokeOAuthToken',
    tag,
    summary: 'Revokes a token of the application that asks, sent as a form (RFC 7009)',
    takes,
    answer: z.strictObject({}),
  }),
  tokenAtRoot: post('/token', {
    id: 'oauthTokenAtRoot',
    tag,
    summary:
      'The same, where MCP clients of Python look for it that have started again: they keep tokens, but no metadata',
    takes,
    answer: tokens,
  }),
  introspect: post('/oauth/introspect', {
    id: 'introspectOAuthToken',
    tag,
    summary: 'Whether a token of the application that asks by its secret, sent as a form, is good (RFC 7662)',
    takes,
    answer: z.looseObject({ active: z.boolean() }),
  }),
  refresh: post('/auth/oauth2/refresh', {
    id: 'refreshOAuthToken',
    tag,
    summary: 'The same, at the address of older programs, which read names in camel case',
    takes,
    answer: tokens,
  }),
  deviceAuthorization: post('/oauth/device_authorization', {
    id: 'oauthDeviceAuthorization',
    tag,
    summary: 'Begins the request of a device without a browser, sent as a form (RFC 8628)',
    takes,
    answer: deviceCodes,
  }),
  deviceCode: post('/auth/device/code', {
    id: 'oauthDeviceCode',
    tag,
    summary: 'The same, at the address of older programs',
    takes,
    answer: deviceCodes,
  }),
  deviceToken: post('/auth/device/token', {
    id: 'oauthDeviceToken',
    tag,
    summary: 'Exchanges the code of a device, sent as a form, for tokens, with names in camel case as well',
    takes,
    answer: tokens,
  }),
} satisfies Readonly<Record<string, Operation>>;
