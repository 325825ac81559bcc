#!/usr/bin/env bash
# Surprise: openid-client tells a wrong client secret as two errors: without WWW-Authenticate it has `error`, with it none.
# Versions: openid-client 6.9.0 (oauth4webapi 3.8.8).
# Expected: `error: "invalid_client"` for both; RFC 6749 section 5.2 demands the header of a server that was sent Basic.
# Seen: ResponseBodyError with error invalid_client, then WWWAuthenticateChallengeError without error; the code of the
# provider is in its cause, unread.
# In Orrery: both are the refusal of the provider, in packages/sso/src/oidc/fault-of.ts.
# Source: checkAuthenticationChallenges in oauth4webapi's build/index.js runs before the body is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund openid-client@6.9.0 oauth4webapi@3.8.8 >/dev/null
cat >see.mjs <<'JS'
import { createServer } from 'node:http';
import { once } from 'node:events';
import * as client from 'openid-client';
let hasHeader = false;
const server = createServer((_request, response) => {
  if (hasHeader) response.setHeader('www-authenticate', 'Basic realm="provider"');
  response.writeHead(401, { 'content-type': 'application/json' });
  response.end('{"error":"invalid_client","error_description":"The secret is wrong"}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;
const configuration = new client.Configuration(
  { issuer, token_endpoint: `${issuer}/token` },
  'application',
  undefined,
  client.ClientSecretBasic('wrong'),
);
client.allowInsecureRequests(configuration);
const seen = [];
for (hasHeader of [false, true]) {
  const error = await client.clientCredentialsGrant(configuration).catch((refusal) => refusal);
  seen.push([error.constructor.name, error.code, error.error ?? null]);
}
console.log(JSON.stringify(seen));
server.close();
server.closeAllConnections();
const expected = [
  ['ResponseBodyError', 'OAUTH_RESPONSE_BODY_ERROR', 'invalid_client'],
  ['WWWAuthenticateChallengeError', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', null],
];
process.exitCode = JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1;
JS
node see.mjs
