#!/usr/bin/env bash
# Surprise: the cooldown of jose's remote key sets holds after an answer alone; a key set that fails is asked for each token.
# Versions: jose 6.2.17.
# Expected: at most one request in `cooldownDuration`, above all while the server of the keys is in trouble.
# Seen: five tokens of an unknown key ask 0 times within the cooldown, 5 times once it is over and the server answers 503,
# and once when it answers again.
# In Orrery: packages/sso/src/oidc/logout-tokens.ts counts refused messages of a network before it reads any key.
# Source: reload() in jose's dist/webapi/jwks/remote.js sets the time of the cooldown after the answer was read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund jose@6.2.17 >/dev/null
cat >see.mjs <<'JS'
import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
const [one, two] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
const keys = [{ ...(await exportJWK(one.publicKey)), kid: 'one', alg: 'RS256' }];
let [asked, works] = [0, true];
const server = createServer((_request, response) => {
  asked += 1;
  response.writeHead(works ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const cooldownDuration = 1_000;
const remote = createRemoteJWKSet(new URL(`http://127.0.0.1:${server.address().port}`), { cooldownDuration });
const tokenOf = (kid, key) => new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
await jwtVerify(await tokenOf('one', one.privateKey), remote);
const unknown = await tokenOf('two', two.privateKey);
async function fiveTimes() {
  const before = asked;
  for (let time = 0; time < 5; time += 1) await jwtVerify(unknown, remote).catch(() => undefined);
  return asked - before;
}
const seen = [await fiveTimes()];
await pause(cooldownDuration + 100);
for (works of [false, true]) seen.push(await fiveTimes());
console.log(JSON.stringify(seen));
server.close();
server.closeAllConnections();
process.exitCode = JSON.stringify(seen) === '[0,5,1]' ? 0 : 1;
JS
node see.mjs
