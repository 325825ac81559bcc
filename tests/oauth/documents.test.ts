import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DocumentServer } from '../servers/document-server.ts';
import { storyKinds } from '../servers/store-place.ts';
import type { Browser } from './browser.ts';
import { OAuthServer } from './oauth-server.ts';

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const back = 'http://127.0.0.1:4711/back';
const minuteMs = 60_000;

describe.each(storyKinds)('an application that a document describes, on %s', (kind) => {
  let server: OAuthServer;
  let documents: DocumentServer;
  let browser: Browser;
  let path: string;

  beforeAll(async () => {
    documents = await DocumentServer.open();
    server = await OAuthServer.open(kind, { documentNetworks: ['127.0.0.1', '::1'] });
  });

  beforeEach(async () => {
    browser = await server.browserOf();
    await browser.signIn();
    path = `/client-${crypto.randomUUID()}.json`;
    documents.asked.length = 0;
  });

  afterEach(() => {
    documents.answer = undefined;
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await documents?.[Symbol.asyncDispose]();
  });

  const queryOf = (clientId: string, more: Readonly<Record<string, string>> = {}) =>
    new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: back, state: 's' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', ...more },
    }).toString();

  async function read(clientId: string, more: Readonly<Record<string, string>> = {}) {
    const { status, text } = await browser.post('/oauth/requests', { query: queryOf(clientId, more) });
    return { status, body: JSON.parse(text) };
  }

  async function allow(clientId: string, more: Readonly<Record<string, string>> = {}) {
    const answer = { query: queryOf(clientId, more), isAllowed: true, deploymentIds: null };
    const { status, text } = await browser.post('/oauth/approvals', answer);
    return { status, body: JSON.parse(text) };
  }

  async function exchange(clientId: string, redirectTo: string, redirectUri = back) {
    const body = {
      ...{ grant_type: 'authorization_code', code: new URL(redirectTo).searchParams.get('code') ?? '' },
      ...{ redirect_uri: redirectUri, client_id: clientId, code_verifier: verifier },
    };
    const answer = await fetch(`${server.origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(body) });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  }

  it('comes to tokens without a registration, and its document is read once', async () => {
    const clientId = documents.describe(path, { redirect_uris: ['http://127.0.0.1/back', 'http://localhost/back'] });
    const { status, body } = await read(clientId);
    expect([status, body]).toMatchObject([
      200,
      {
        client: { name: 'Described', host: `localhost:${documents.port}`, isVerified: false },
        redirectHost: '127.0.0.1',
        scopes: ['mcp-agent-access'],
        passes: false,
      },
    ]);
    const allowed = await allow(clientId);
    const issued = await exchange(clientId, allowed.body.redirectTo);
    expect([issued.status, Object.keys(issued.body)]).toEqual([200, expect.arrayContaining(['refresh_token'])]);
    const again = new URLSearchParams({
      ...{ grant_type: 'refresh_token', refresh_token: issued.body.refresh_token, client_id: clientId },
    });
    expect((await fetch(`${server.origin}/oauth/token`, { method: 'POST', body: again })).status).toBe(200);
    expect((await read(clientId, { redirect_uri: 'http://127.0.0.1:999/back' })).body.passes).toBe(true);
    expect(documents.asked).toEqual([path]);
  });

  it('causes no request while nobody is signed in, at any address', async () => {
    const clientId = documents.describe(path);
    const query = queryOf(clientId);
    const authorize = `${server.origin}/oauth/authorize?${query}`;
    const stranger = await fetch(authorize, { redirect: 'manual' });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      302,
      `/sign-in?next=${encodeURIComponent(`/connect?${query}`)}`,
    ]);
    const person = await fetch(authorize, { redirect: 'manual', headers: browser.cookies() });
    expect([person.status, person.headers.get('location')]).toEqual([302, `/connect?${query}`]);
    const form = new URLSearchParams({ client_id: clientId, grant_type: 'refresh_token', refresh_token: 'ort-x' });
    for (const at of ['/oauth/token', '/oauth/device_authorization', '/oauth/revoke']) {
      const answer = await fetch(`${server.origin}${at}`, { method: 'POST', body: form });
      expect([at, answer.status]).toEqual([at, 401]);
    }
    const anonymous = await fetch(`${server.origin}/api/v1/oauth/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin },
      body: JSON.stringify({ query }),
    });
    expect(anonymous.status).toBe(401);
    expect(documents.asked).toEqual([]);
  });

  it('sends no code to an address that its document has lost between the question and the answer', async () => {
    const elsewhere = 'https://elsewhere.example/back';
    const clientId = documents.describe(path, { redirect_uris: ['https://one.example/back'] });
    const one = { redirect_uri: 'https://one.example/back' };
    expect((await read(clientId, one)).body.redirectHost).toBe('one.example');
    documents.describe(path, { redirect_uris: [elsewhere] });
    // While the document is fresh, the person answers the question that was read.
    expect((await allow(clientId, { redirect_uri: elsewhere })).status).toBe(400);
    expect((await allow(clientId, one)).body.redirectTo).toMatch(/^https:\/\/one\.example\/back\?code=/);
    server.aheadMs += 11 * minuteMs;
    const { status, body } = await allow(clientId, one);
    expect([status, body.details]).toEqual([
      400,
      [{ path: 'query', message: expect.stringContaining('not registered') }],
    ]);
    expect((await read(clientId, { redirect_uri: elsewhere })).body).toMatchObject({
      redirectHost: 'elsewhere.example',
    });
    // The only address of a document is not a default: it may be another one when the answer comes.
    const query = queryOf(clientId).replace(/&redirect_uri=[^&]*/, '');
    expect((await browser.post('/oauth/requests', { query })).status).toBe(400);
  });

  it('is not allowed under another name, or with other scopes, than the question showed', async () => {
    const clientId = documents.describe(path, { client_name: 'Nice' });
    for (const change of [{ client_name: 'Other' }, { client_name: 'Other', scope: 'platform' }]) {
      const { body: question } = await read(clientId);
      documents.describe(path, change);
      server.aheadMs += 11 * minuteMs;
      const answer = { query: queryOf(clientId), isAllowed: true, deploymentIds: null, digest: question.digest };
      const late = await browser.post('/oauth/approvals', answer);
      expect([late.status, JSON.parse(late.text).error]).toEqual([409, expect.stringContaining('has changed')]);
      const { body: now } = await read(clientId);
      expect(now.client.name).toBe('Other');
      const allowed = await browser.post('/oauth/approvals', { ...answer, digest: now.digest });
      expect(allowed.status).toBe(200);
    }
  });

  it('is a question again when its document has changed, and the code of before keeps its address', async () => {
    const clientId = documents.describe(path);
    const first = await allow(clientId);
    documents.describe(path, { client_name: 'Another name' });
    server.aheadMs += 11 * minuteMs;
    const code = await allow(clientId, { redirect_uri: back });
    expect((await exchange(clientId, first.body.redirectTo)).status).toBe(400); // a minute is over
    const issued = await exchange(clientId, code.body.redirectTo);
    expect(issued.status).toBe(200);
    expect((await read(clientId)).body).toMatchObject({ client: { name: 'Another name' }, passes: true });
    documents.describe(path, { client_name: 'Another name', redirect_uris: ['http://127.0.0.1/back', 'x.y:/z'] });
    server.aheadMs += 11 * minuteMs;
    expect((await read(clientId)).body.passes).toBe(false);
    const refreshed = await fetch(`${server.origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', refresh_token: issued.body.refresh_token, client_id: clientId },
      }),
    });
    expect(refreshed.status).toBe(200);
  });

  it('is named in lists by the host of its document', async () => {
    const clientId = documents.describe(path);
    await exchange(clientId, (await allow(clientId)).body.redirectTo);
    const answer = await fetch(`${server.origin}/api/v1/users/me/oauth-grants`, { headers: browser.cookies() });
    const { items } = JSON.parse(await answer.text());
    expect(items).toMatchObject([{ client: { clientId, host: `localhost:${documents.port}`, kind: 'document' } }]);
  });
});

describe('a document that is of no use', () => {
  let server: OAuthServer;
  let documents: DocumentServer;
  let browser: Browser;

  beforeAll(async () => {
    documents = await DocumentServer.open();
    server = await OAuthServer.open('sqlite', { documentNetworks: ['127.0.0.1', '::1'] });
  });

  beforeEach(async () => {
    browser = await server.browserOf();
    await browser.signIn();
    documents.answer = undefined;
    documents.asked.length = 0;
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await documents?.[Symbol.asyncDispose]();
  });

  async function sentenceOf(clientId: string) {
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: back, state: 's' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    }).toString();
    const { status, text } = await browser.post('/oauth/requests', { query });
    const body = JSON.parse(text);
    return [status, body.details?.[0]?.message ?? body.error];
  }

  const about = (reason: string) => [
    400,
    `The application describes itself at localhost:${documents.port}, and that cannot be used: ${reason}.`,
  ];

  it('because it is not one of its address, is a page that names its host', async () => {
    const faults = [
      [{ client_id: `${documents.origin}/other` }, 'its client_id is another than its address'],
      [{ redirect_uris: [] }, 'its redirect_uris names no address'],
      [{ redirect_uris: 'http://127.0.0.1/back' }, 'its member redirect_uris is not as it must be'],
      [{ redirect_uris: ['http://away.example/'] }, expect.stringContaining('is plain HTTP')],
      [{ redirect_uris: Array.from({ length: 21 }, (_, at) => `x.y:/${at}`) }, expect.stringContaining('more than 20')],
      [{ token_endpoint_auth_method: 'private_key_jwt' }, 'its token_endpoint_auth_method is not none'],
      [{ client_secret: 'known to all' }, 'it has a client_secret, which everybody could read'],
    ] as const;
    for (const [index, [more, reason]] of faults.entries()) {
      const clientId = documents.describe(`/fault-${index}`, more);
      const [status, sentence] = await sentenceOf(clientId);
      const expected = typeof reason === 'string' ? about(reason)[1] : reason;
      expect([status, sentence]).toEqual([400, expected]);
    }
  });

  it('because of how its server answers, tells nothing of the answer', async () => {
    const json = { 'content-type': 'application/json' };
    const answers: readonly NonNullable<DocumentServer['answer']>[] = [
      (_, reply) => reply.writeHead(302, { location: `${documents.origin}/elsewhere` }).end(),
      (_, reply) => reply.writeHead(404).end('inside'),
      (_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('inside'),
      (_, reply) => reply.writeHead(200, json).end(`{"client_name":"${'x'.repeat(65 * 1_024)}"}`),
      (_, reply) => reply.socket?.destroy(),
    ];
    for (const [index, answer] of answers.entries()) {
      documents.answer = answer;
      const clientId = `${documents.origin}/answer-${index}`;
      expect(await sentenceOf(clientId)).toEqual(about('it could not be read'));
      // It is not asked for again for a minute.
      documents.answer = undefined;
      documents.describe(`/answer-${index}`);
      expect(await sentenceOf(clientId)).toEqual(about('it could not be read'));
    }
    expect(documents.asked).toEqual(answers.map((_, index) => `/answer-${index}`));
    server.aheadMs += minuteMs + 1;
    expect((await sentenceOf(`${documents.origin}/answer-0`))[0]).toBe(200);
  });

  it('because it trickles, is given up after five seconds', async () => {
    documents.answer = (_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => reply.write(' '), 200);
      reply.once('close', () => clearInterval(timer));
    };
    expect(await sentenceOf(`${documents.origin}/slow`)).toEqual(about('it could not be read'));
  });

  it('in a network that is not public, is asked for nothing', async () => {
    await using closed = await OAuthServer.open('sqlite');
    const other = await closed.browserOf();
    await other.signIn();
    const path = '/inside.json';
    for (const origin of [
      documents.origin,
      `https://127.0.0.1:${documents.port}`,
      'https://[::1]:1',
      'https://169.254.169.254',
    ]) {
      const query = new URLSearchParams({
        ...{ response_type: 'code', client_id: `${origin}${path}`, redirect_uri: back },
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      }).toString();
      const { status, text } = await other.post('/oauth/requests', { query });
      expect([status, JSON.parse(text).error]).toEqual([400, expect.stringContaining('it could not be read')]);
    }
    expect(documents.asked).toEqual([]);
  });
});
