import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OAuthServer, registered } from './oauth-server.ts';
import { recordedClients } from './recorded-clients.ts';

let server: OAuthServer;

beforeAll(async () => {
  server = await OAuthServer.open('sqlite');
});

afterAll(() => server?.[Symbol.asyncDispose]());

/** Calls the tool of an assistant. @returns the status, and what the answer asks for */
async function callMcp(address: string, token?: string) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  return { status: answer.status, challenge: answer.headers.get('www-authenticate') ?? '', text: await answer.text() };
}

const documentAt = async (address: string) => JSON.parse(await (await fetch(address)).text());

it.each(recordedClients)(
  '$name: comes from an address to answers, and stays for longer than an hour',
  async ({ registration, redirect, scope, prompt, query = '' }) => {
    const browser = await server.browserOf();
    const address = `${server.origin}/api/mcp${query}`;
    const refused = await callMcp(address);
    expect(refused.status).toBe(401);
    const found = /resource_metadata="([^"]+)"/.exec(refused.challenge)?.[1] ?? '';
    const { resource, authorization_servers: issuers } = await documentAt(found);
    expect(resource).toBe(address);
    const metadata = await documentAt(`${issuers[0]}/.well-known/oauth-authorization-server`);
    const client = await registered(new URL(metadata.registration_endpoint).origin, registration);

    const verifier = randomBytes(48).toString('base64url');
    const asked = new URL(metadata.authorization_endpoint);
    asked.search = new URLSearchParams({
      ...{
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: redirect,
        state: 'of-the-client',
        resource,
      },
      ...(scope === undefined ? {} : { scope }),
      ...(prompt === undefined ? {} : { prompt }),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString();
    const ended = await browser.open(asked.href);
    expect(ended.startsWith(`${redirect}?`)).toBe(true);
    const parameters = new URL(ended).searchParams;
    expect([parameters.get('state'), parameters.get('iss')]).toEqual(['of-the-client', issuers[0]]);

    const send = async (form: Readonly<Record<string, string>>) => {
      const secret = client.client_secret === undefined ? {} : { client_secret: client.client_secret };
      const body = new URLSearchParams({ ...form, client_id: client.client_id, ...secret });
      const answer = await fetch(metadata.token_endpoint, { method: 'POST', body });
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    };
    const given = { grant_type: 'authorization_code', code: parameters.get('code') ?? '', redirect_uri: redirect };
    const first = await send({ ...given, code_verifier: verifier, resource });
    expect([first.status, first.body.token_type, first.body.expires_in]).toEqual([200, 'Bearer', 3_600]);
    expect(first.body.scope.split(' ')).toContain('mcp-agent-access');
    expect(await callMcp(address, first.body.access_token)).toMatchObject({ status: 200 });

    server.aheadMs += 3_601_000;
    expect(await callMcp(address, first.body.access_token)).toMatchObject({ status: 401 });
    const again = await send({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token, resource });
    expect(again.status).toBe(200);
    const late = await callMcp(address, again.body.access_token);
    expect([late.status, late.text]).toEqual([200, expect.stringContaining('runQuery')]);
  },
);
