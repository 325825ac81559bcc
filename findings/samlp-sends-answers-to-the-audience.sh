#!/usr/bin/env bash
# Surprise: samlp writes the audience into `Destination`, and the address that it posts the answer to nowhere.
# Versions: samlp 8.0.0.
# Expected: `Destination` is what `getPostURL` returns, where the form of the answer goes; SAML core 3.2.2 has it for that.
# Seen: Destination="https://service.example.com/metadata" in a form that goes to https://service.example.com/acs.
# In Orrery: the tests that sign in by it give `destination` themselves; another address than ours is refused.
# Source: `destination: options.destination || options.audience` in samlp's lib/samlp.js.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund samlp@8.0.0 selfsigned@5.5.0 >/dev/null
cat >see.mjs <<'JS'
import samlp from 'samlp';
import { generate } from 'selfsigned';
const { cert, private: key } = await generate([{ name: 'commonName', value: 'login.example.com' }], { keySize: 2048 });
const answer = samlp.auth({
  issuer: 'https://login.example.com',
  cert,
  key,
  audience: 'https://service.example.com/metadata',
  recipient: 'https://service.example.com/acs',
  getPostURL: (_audience, _request, _url, done) => done(null, 'https://service.example.com/acs'),
  getUserFromRequest: () => ({ id: 'p-1', displayName: 'Ann', name: { givenName: 'Ann', familyName: 'Lee' }, emails: [] }),
});
const sent = await new Promise((resolve, reject) => {
  const response = { set: () => undefined, send: resolve };
  answer({ query: {}, body: {} }, response, (error) => reject(error ?? new Error('there is no answer')));
});
const message = Buffer.from(/name="SAMLResponse"\s+value="([^"]*)"/.exec(sent)[1], 'base64').toString();
const seen = [/ action="([^"]*)"/.exec(sent)?.[1], / Destination="([^"]*)"/.exec(message)?.[1]];
console.log(JSON.stringify(seen));
const expected = ['https://service.example.com/acs', 'https://service.example.com/metadata'];
process.exitCode = JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1;
JS
node see.mjs
