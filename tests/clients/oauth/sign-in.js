// @ts-nocheck: its package is installed by the test alone
/**
 * Comes to tokens as a program does that is built on `oauth4webapi`: discovery, registration, a code, a refresh, and
 * revocation. The package checks every answer, and throws for one that is not as the standards say. Prints what came.
 *
 * node sign-in.js ISSUER BROWSER METHOD
 *
 * BROWSER is an address that takes the address to open and answers with the one that the browser ends at. METHOD is how
 * the program proves who it is.
 */
import * as oauth from 'oauth4webapi';

const [issuer = '', browser = '', method = 'none'] = process.argv.slice(2);
const insecure = { [oauth.allowInsecureRequests]: true };
const redirect = 'http://127.0.0.1:8123/callback';

const found = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...insecure });
const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
const metadata = { redirect_uris: [redirect], client_name: 'oauth4webapi', token_endpoint_auth_method: method };
const client = await oauth.processDynamicClientRegistrationResponse(
  await oauth.dynamicClientRegistrationRequest(server, metadata, insecure),
);
const proof = {
  none: () => oauth.None(),
  client_secret_basic: () => oauth.ClientSecretBasic(client.client_secret),
  client_secret_post: () => oauth.ClientSecretPost(client.client_secret),
}[method]();

const verifier = oauth.generateRandomCodeVerifier();
const state = oauth.generateRandomState();
const address = new URL(server.authorization_endpoint);
address.search = new URLSearchParams({
  ...{ response_type: 'code', client_id: client.client_id, redirect_uri: redirect, state },
  ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  ...{ scope: 'platform:read offline_access', resource: `${issuer}/api/v1` },
}).toString();
const ended = await (await fetch(browser, { method: 'POST', body: address.href })).text();
const parameters = oauth.validateAuthResponse(server, client, new URL(ended), state);

const exchanged = await oauth.authorizationCodeGrantRequest(
  ...[server, client, proof, parameters, redirect, verifier, insecure],
);
const first = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
const refreshed = await oauth.refreshTokenGrantRequest(server, client, proof, first.refresh_token, insecure);
const next = await oauth.processRefreshTokenResponse(server, client, refreshed);
const revoked = await oauth.revocationRequest(server, client, proof, next.refresh_token, insecure);
await oauth.processRevocationResponse(revoked);
const late = await oauth.refreshTokenGrantRequest(server, client, proof, next.refresh_token, insecure);
const refusal = await oauth.processRefreshTokenResponse(server, client, late).catch((error) => error.error);
console.log(JSON.stringify({ first, next, refusal }));
