#!/usr/bin/env bash
# Surprise: openid-client does not tell the `error` of a token endpoint that answers it with status 200.
# Versions: openid-client 6.9.0 (oauth4webapi 3.8.8).
# Expected: ResponseBodyError with the `error` of the body, as for status 400; GitHub answers every refusal with 200.
# Seen: ClientError OAUTH_INVALID_RESPONSE about a missing access_token, without `error`; the body is two causes deeper.
# In Orrery: a provider whose refusals are answers of 200 needs a reading of its own.
# Source: processGenericAccessTokenResponse in oauth4webapi's build/index.js reads an error only where the status is not 200.
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
let status = 400;
const server = createServer((_request, response) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end('{"error":"bad_verification_code","error_description":"The code is too old"}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;
const configuration = new client.Configuration(
  { issuer, token_endpoint: `${issuer}/token` },
  'application',
  undefined,
  client.ClientSecretPost('a secret'),
);
client.allowInsecureRequests(configuration);
const seen = [];
for (status of [400, 200]) {
  const error = await client.refreshTokenGrant(configuration, 'a token').catch((refusal) => refusal);
  seen.push([status, error.constructor.name, error.code, error.error ?? null, error.cause?.cause?.body?.error ?? null]);
}
console.log(JSON.stringify(seen));
server.close();
server.closeAllConnections();
const expected = [
  [400, 'ResponseBodyError', 'OAUTH_RESPONSE_BODY_ERROR', 'bad_verification_code', null],
  [200, 'ClientError', 'OAUTH_INVALID_RESPONSE', null, 'bad_verification_code'],
];
process.exitCode = JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1;
JS
node see.mjs
