// @ts-nocheck: its packages are installed by the test alone
/**
 * Comes to a token as a program does that acts for no person, built on `oauth4webapi` or on `openid-client`: discovery, a token
 * by its secret, introspection before and after revocation. Both packages encode ids and secrets for Basic as forms are
 * (RFC 6749 section 2.3.1), and check every answer. Prints what came.
 *
 * node as-itself.js PACKAGE ISSUER CLIENT SECRET METHOD
 */
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';

const [kind = '', issuer = '', clientId = '', secret = '', method = ''] = process.argv.slice(2);
const parameters = { scope: 'platform:read', resource: `${issuer}/api/v1` };

const runs = {
  async oauth4webapi() {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const client = { client_id: clientId };
    const proof = method === 'post' ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
    const found = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
    const asked = await oauth.clientCredentialsGrantRequest(server, client, proof, parameters, insecure);
    const tokens = await oauth.processClientCredentialsResponse(server, client, asked);
    const introspect = async () => {
      const response = await oauth.introspectionRequest(server, client, proof, tokens.access_token, insecure);
      return oauth.processIntrospectionResponse(server, client, response);
    };
    const before = await introspect();
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, proof, tokens.access_token, insecure),
    );
    return { tokens, before, after: await introspect() };
  },
  async 'openid-client'() {
    const proof = method === 'post' ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
    const options = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] };
    const config = await openid.discovery(new URL(issuer), clientId, undefined, proof, options);
    const tokens = await openid.clientCredentialsGrant(config, parameters);
    const before = await openid.tokenIntrospection(config, tokens.access_token);
    await openid.tokenRevocation(config, tokens.access_token);
    return { tokens, before, after: await openid.tokenIntrospection(config, tokens.access_token) };
  },
};

console.log(JSON.stringify(await runs[kind]()));
