import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { throughProxy, ViewerService } from '../embedding/viewer-service.ts';
import { storyKinds } from '../servers/store-place.ts';

const day = 86_400_000;
const password = 'correct horse battery';
const query = { dimensions: ['sales.id'], order: { 'sales.id': 'asc' } };
const given = { externalId: 'u1', embedTenantName: 'acme-corp', userAttributes: [{ name: 'city', value: 'Oslo' }] };

const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe.each(storyKinds)('tokens of viewers, on %s', (kind) => {
  const lines: string[] = [];
  const start = Date.now();
  let time = start;
  let viewers: ViewerService;
  let publicId: string;
  let secondDeployment: number;
  /** A dashboard of the second deployment. */
  let secondPublicId: string;

  beforeAll(async () => {
    const sink = { write: (text: string) => void lines.push(text), flush: () => undefined };
    const { log } = createLog({ level: 'trace', format: 'json' }, sink);
    viewers = await ViewerService.open(kind, { now: () => time, log, isProduction: true });
    for (const name of ['Teams', 'Everything']) await viewers.ask('POST', '/api/v1/groups', { name });
    await viewers.ask('POST', '/api/v1/user-attributes', { name: 'city', type: 'string' });
    publicId = await publish(1);
    secondDeployment = (await viewers.ask('POST', '/api/v1/deployments', { name: 'second' })).body.id;
    secondPublicId = await publish(secondDeployment);
  });

  afterAll(() => viewers?.[Symbol.asyncDispose]());
  afterEach(() => {
    time = start;
  });

  async function publish(deploymentId: number): Promise<string> {
    const place = `/api/v1/deployments/${deploymentId}`;
    const { id } = (await viewers.ask('POST', `${place}/workbooks`, { name: 'Sales' })).body;
    const report = { workbookId: id, name: 'r', jsonQuery: JSON.stringify(query) };
    const { id: reportId } = (await viewers.ask('POST', `${place}/reports`, report)).body;
    const position = { x: 0, y: 0, w: 1, h: 1 };
    const filter = { semanticView: 'sales', member: 'city', operator: 'equals', dimensionType: 'string' };
    const widgets = [
      { id: 'chart', type: 'CHART', position, config: { reportId } },
      { id: 'city', type: 'FILTER', position, config: filter },
    ];
    const publishing = { workbookId: id, config: { widgets } };
    const published = await viewers.ask('POST', `${place}/workbooks/${id}/publish`, publishing);
    await viewers.ask('PUT', `${place}/workbooks/${id}/dashboard/embedding`, { allowEmbed: true });
    return published.body.publicId;
  }

  async function tokens(more: object = {}) {
    const token = await viewers.tokenFor({ ...given, ...more });
    return { token, dataToken: await viewers.dataTokenOf(token) };
  }

  const asViewer = (id = publicId) =>
    [
      ['GET', `/api/v1/embed/dashboard/${id}`, undefined],
      ['POST', `/api/v1/embed/dashboard/${id}/data`, {}],
      ['POST', `/api/v1/embed/dashboard/${id}/values`, { widgetId: 'city' }],
      ['POST', '/api/v1/deployments/1/token', undefined],
      ['GET', '/api/v1/deployments/1', undefined],
      ['GET', '/api/v1/deployments/1/shared-workspace', undefined],
      ['GET', '/api/v1/users/me', undefined],
    ] as const;
  /** Files with what the service knows, which only admins get. */
  const files = [
    ['GET', '/api/v1/audit-logs/export', undefined],
    ['GET', '/api/v1/deployments/1/workbooks', undefined],
    ['GET', '/api/v1/deployments/1/reports', undefined],
  ] as const;
  const statement = { query: 'SELECT id FROM sales' };
  const ofData = [
    ['POST', '/load', { query }],
    ['GET', `/load?query=${encodeURIComponent(JSON.stringify(query))}`, undefined],
    ['POST', '/subscribe', { query }],
    ['POST', '/values', { member: 'sales.city' }],
    ['GET', '/values?member=sales.city', undefined],
    ['POST', '/cubesql', statement],
    ['POST', '/sql', { query }],
    ['POST', '/explain', { query }],
    ['POST', '/dry-run', { query }],
    ['POST', '/convert-query', { query, input: 'rest', output: 'sql' }],
    ['GET', '/meta', undefined],
  ] as const;

  type Request = readonly [method: string, path: string, body: object | undefined];

  async function statusesOf(requests: readonly Request[], headers: Readonly<Record<string, string>>) {
    const origin = viewers.service.served.origin;
    return Promise.all(
      requests.map(async ([method, path, body]) => {
        const answer = await fetch(`${origin}${path}`, {
          method,
          headers: { ...throughProxy, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await answer.text();
        expect([path, answer.status >= 400 && /Oslo|Rome|Bern/.test(text)]).toEqual([path, false]);
        return `${answer.status} ${method} ${path}`;
      }),
    );
  }

  const all = (status: number, requests: readonly Request[]) =>
    requests.map(([method, path]) => `${status} ${method} ${path}`);
  const dataAt = (base: string): readonly Request[] =>
    ofData.map(([method, path, body]) => [method, `${base}/cubejs-api/v1${path}`, body]);

  async function expectOpen({ token, dataToken }: { readonly token: string; readonly dataToken: string }) {
    await viewers.data(dataToken, 'load', { query });
    expect(await statusesOf(asViewer(), { authorization: `Embed-Token ${token}` })).toEqual(all(200, asViewer()));
    expect(await statusesOf(dataAt(''), { authorization: dataToken })).toEqual(all(200, dataAt('')));
  }

  /** Nothing answers to the tokens, and no cookie takes their place. */
  async function expectOver({ token, dataToken }: { readonly token: string; readonly dataToken: string }, more = {}) {
    const requests = [...asViewer(), ...files];
    for (const scheme of ['Embed-Token', 'Bearer']) {
      const headers = { ...more, authorization: `${scheme} ${token}` };
      expect(await statusesOf(requests, headers)).toEqual(all(401, requests));
    }
    for (const authorization of [dataToken, `Bearer ${dataToken}`]) {
      const headers = { ...more, authorization };
      expect(await statusesOf(dataAt(''), headers)).toEqual(all(401, dataAt('')));
    }
  }

  it('of one deployment are refused by another (attack 6)', async () => {
    const mine = await tokens();
    await expectOpen(mine);
    const before = lines.filter((line) => line.includes('SELECT')).length;
    const elsewhere = dataAt(`/d/${secondDeployment}`);
    expect(await statusesOf(elsewhere, { authorization: mine.dataToken })).toEqual(all(401, elsewhere));
    expect(lines.filter((line) => line.includes('SELECT'))).toHaveLength(before);
    const headers = { authorization: `Embed-Token ${mine.token}` };
    const place = `/api/v1/deployments/${secondDeployment}`;
    const ofOther: readonly Request[] = [
      ['POST', `${place}/token`, undefined],
      ['GET', place, undefined],
      ['GET', `${place}/shared-workspace`, undefined],
    ];
    expect(await statusesOf(ofOther, headers)).toEqual(all(403, ofOther));
    const dashboard = asViewer(secondPublicId).slice(0, 3);
    expect(await statusesOf(dashboard, headers)).toEqual(all(404, dashboard));
  });

  it('are no tokens of the other kind (attack 6)', async () => {
    const { token, dataToken } = await tokens();
    for (const authorization of [token, `Bearer ${token}`, `Embed-Token ${token}`]) {
      expect(await statusesOf(dataAt(''), { authorization })).toEqual(all(401, dataAt('')));
    }
    for (const authorization of [`Bearer ${dataToken}`, `Embed-Token ${dataToken}`, dataToken]) {
      expect(await statusesOf(asViewer(), { authorization })).toEqual(all(401, asViewer()));
    }
  });

  it('are refused with another issuer, audience, account or algorithm, even with the right key (attack 6)', async () => {
    const token = await viewers.tokenFor(given);
    const { embedSecrets, accountId } = viewers.service.metadata;
    const secret = await embedSecrets.of(accountId);
    if (!secret) throw new Error('no secret');
    const kid = `embed/${accountId}/${secret.id}`;
    const signed = (header: object, claims: object, key = secret.key) =>
      new SignJWT({ ...claimsIn(token), ...claims }).setProtectedHeader({ alg: 'HS256', kid, ...header }).sign(key);
    const statusOf = async (text: string) =>
      (await statusesOf(asViewer(), { authorization: `Embed-Token ${text}` }))[0];
    const [first = ''] = all(200, asViewer());
    expect(await statusOf(await signed({}, {}))).toBe(first);
    const [encodedHeader = '', encodedClaims = '', signature = ''] = token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      await signed({}, { iss: 'another' }),
      await signed({}, { aud: 'data' }),
      await signed({}, { aud: undefined }),
      await signed({}, { exp: undefined }),
      await signed({}, { jti: undefined }),
      await signed({}, { jti: 'x'.repeat(22) }),
      await signed({}, { nbf: Math.floor(time / 1000) + 600 }),
      await signed({ kid: `embed/${accountId + 1}/${secret.id}` }, {}),
      await signed({ kid: `embed/${accountId}/${secret.id + 1}` }, {}),
      await signed({ kid: "embed/1/1' OR 1=1" }, {}),
      await signed({ kid: undefined }, {}),
      await signed({ alg: 'HS512' }, {}, new Uint8Array(64)),
      await signed({}, {}, new Uint8Array(32)),
      `${encode({ alg: 'none', kid })}.${encodedClaims}.`,
      `${encodedHeader}.${encode({ ...claimsIn(token), creatorMode: true })}.${signature}`,
      `${encodedHeader}.${encodedClaims}.`,
    ];
    const [refused = ''] = all(401, asViewer());
    expect(await Promise.all(forged.map(statusOf))).toEqual(forged.map(() => refused));
  });

  it('are over once they are revoked, on every face (attack 7)', async () => {
    const mine = await tokens({ externalId: 'revoked' });
    await expectOpen(mine);
    const { sub } = claimsIn(mine.token);
    const waiting = await viewers.ask('POST', '/api/v1/embed/generate-session', {
      ...{ deploymentId: 1, ...given, externalId: 'revoked' },
    });
    const other = await viewers.service.keyOf({ id: viewers.service.adminId }, [secondDeployment]);
    const path = `/api/v1/embed-tenants/acme-corp/users/${sub}/sessions`;
    await viewers.ask('DELETE', path, undefined, `Bearer ${other}`); // a key for another deployment ends none of these
    await expectOpen(mine);
    expect((await viewers.ask('DELETE', path)).status).toBe(204);
    await expectOver(mine);
    const { status } = await viewers.ask('POST', '/api/v1/embed/session/token', waiting.body);
    expect(status).toBe(401);
  });

  it('that have expired are no weaker identity, on downloads and values least of all (attack 8)', async () => {
    const mine = await tokens();
    await expectOpen(mine);
    const { changes, signIn, users, accountId } = viewers.service.metadata;
    const by = { accountId, by: { via: 'command' } } as const;
    const user = await changes.make(by, (change) =>
      users.create(change, { username: `root-${crypto.randomUUID()}`, role: 'admin', status: 'invited' }),
    );
    const { text } = await changes.make(by, (change) => signIn.invite(change, user.id));
    await signIn.redeem(text, password, { address: '192.0.2.1' });
    time = start + day;
    await expectOver(mine);
    const page = { 'x-forwarded-host': 'app.example.com', origin: 'https://app.example.com' };
    for (const path of ['/api/v1/session', '/api/v1/embed/sign-in']) {
      const answer = await fetch(`${viewers.service.served.origin}${path}`, {
        method: 'POST',
        headers: { ...throughProxy, ...page, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: JSON.stringify({ username: user.username, password }),
      });
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const own = { ...page, 'sec-fetch-site': 'same-origin', cookie };
      const [dashboard] = asViewer();
      expect(await statusesOf([dashboard], own)).toEqual(all(200, [dashboard])); // the cookie itself is good
      await expectOver(mine, own);
    }
  });

  it('of a session last no longer by the clock of anybody else, nor for a viewer whose time is over', async () => {
    const mine = await tokens();
    const guest = await tokens({ externalId: 'guest', isEphemeral: true, ephemeralTtlSeconds: 600 });
    time = start - day;
    expect(await statusesOf(asViewer(), { authorization: `Embed-Token ${mine.token}` })).toEqual(all(200, asViewer()));
    time = start + 599_000;
    await expectOpen(guest);
    time = start + 601_000;
    await expectOver(guest);
    time = start + 3_661_000;
    expect(await statusesOf(dataAt(''), { authorization: mine.dataToken })).toEqual(all(401, dataAt('')));
    expect(await statusesOf(asViewer(), { authorization: `Embed-Token ${mine.token}` })).toEqual(all(200, asViewer()));
    time = start + day - 60_000;
    const late = await viewers.dataTokenOf(mine.token);
    expect(claimsIn(late).exp).toBeLessThanOrEqual(claimsIn(mine.token).exp);
    time = start + day;
    await expectOver({ ...mine, dataToken: late });
  });

  it('take nothing from requests, nor from names that mean something in tokens (attack 9)', async () => {
    const rowsOf = async (dataToken: string, more: object = {}) => {
      const { status, body } = await viewers.data(dataToken, 'load', { query, ...more });
      return status === 200 ? body.data.map((row: Record<string, string>) => Number(row['sales.id'])) : status;
    };
    const cubeCloud = {
      ...{ user: viewers.service.adminId, viewer: 1, groups: ['Everything'], userAttributes: { city: 'Rome' } },
    };
    const generate = (securityContext: object) =>
      viewers.ask('POST', '/api/v1/embed/generate-session', {
        ...{ deploymentId: 1, ...given, externalId: 'crafty', securityContext },
      });
    expect((await generate({ cubeCloud })).body.error).toBe('securityContext.cubeCloud is reserved');
    expect((await generate({ u: { cubeCloud } })).body.error).toBe('securityContext.u.cubeCloud is reserved');
    const securityContext = {
      ...{ exp: 9_999_999_999, nbf: 1, iat: 1, iss: 'x', aud: 'y', sub: '1', jti: 'z', scope: ['graphql'] },
      ...{
        groups: ['Everything'],
        userAttributes: { city: 'Rome' },
        city: 'Rome',
        cubecloud: cubeCloud,
      },
    };
    const made = await generate(securityContext);
    const more = { creatorMode: true, securityContext: { cubeCloud }, cubeCloud, userId: viewers.service.adminId };
    const { body: exchanged } = await viewers.ask('POST', '/api/v1/embed/session/token', { ...made.body, ...more });
    const { iat, exp, iss, aud, sub, jti, creatorMode } = claimsIn(exchanged.token);
    expect([exp - iat, iss, aud, creatorMode]).toEqual([86_400, 'cubecloud', 'embed', false]);
    expect(Number(sub)).not.toBe(viewers.service.adminId);
    const dataToken = await viewers.dataTokenOf(exchanged.token);
    const claims = claimsIn(dataToken);
    expect([claims.exp - claims.iat, claims.cubeCloud]).toEqual([3_600, { viewer: Number(sub), session: jti }]);
    expect(await rowsOf(dataToken, { securityContext: { cubeCloud } })).toEqual([1, 2]);
    time = start + 3_661_000;
    expect(await rowsOf(dataToken)).toBe(401);
    time = start;
    const { token } = await tokens();
    const headers = {
      authorization: `Embed-Token ${token}`,
      'content-type': 'application/json',
      'x-security-context': JSON.stringify(securityContext),
      'x-user-id': String(viewers.service.adminId),
    };
    const url = `${viewers.service.served.origin}/api/v1/embed/dashboard/${publicId}/data?groups=Everything&city=Rome`;
    const body = JSON.stringify({ securityContext, groups: ['Everything'], userAttributes: { city: 'Rome' } });
    const [, line = ''] = (
      await (await fetch(url, { method: 'POST', headers: { ...throughProxy, ...headers }, body })).text()
    ).split('\n');
    expect(JSON.parse(line).rows).toEqual([['1'], ['2']]);
  });

  it('are not taken from URLs, bodies or cookies, and are in no log (attack 14)', async () => {
    const made = await viewers.ask('POST', '/api/v1/embed/generate-session', { deploymentId: 1, ...given });
    const { sessionId } = made.body;
    const { token } = (await viewers.ask('POST', '/api/v1/embed/session/token', { sessionId })).body;
    const dataToken = await viewers.dataTokenOf(token);
    await expectOpen({ token, dataToken });
    const names = ['token', 'access_token', 'authorization', 'embedToken', 'jwt', 'session'];
    const inUrl = (text: string, requests: readonly Request[]) =>
      requests.flatMap(([method, path, body]) =>
        names.map((name): Request => [method, `${path}${path.includes('?') ? '&' : '?'}${name}=${text}`, body]),
      );
    const [dashboard, data] = asViewer();
    for (const requests of [inUrl(token, [dashboard, data]), inUrl(dataToken, dataAt('').slice(0, 3))]) {
      const outcomes = await statusesOf(requests, {});
      expect(outcomes.map((outcome) => outcome.slice(0, 3))).toEqual(requests.map(() => '401'));
    }
    for (const cookie of names.map((name) => `${name}=${token}`)) {
      expect(await statusesOf([dashboard], { cookie })).toEqual(all(401, [dashboard]));
    }
    const inBody: readonly Request[] = [['POST', `/api/v1/embed/dashboard/${publicId}/data`, { token, sessionId }]];
    expect(await statusesOf(inBody, {})).toEqual(all(401, inBody));
    await viewers.ask('POST', '/api/v1/embed/session/token', { sessionId });
    const inSession: readonly Request[] = [['GET', `/api/v1/users/me?session=${sessionId}`, undefined]];
    expect(await statusesOf(inSession, {})).toEqual(all(401, inSession));
    await expect.poll(() => lines.join('')).toContain('/users/me');
    expect(lines.filter((line) => [sessionId, token, dataToken].some((text) => line.includes(text)))).toEqual([]);
  });

  it('of a deleted tenant stay over when its name is used again', async () => {
    const tenant = { embedTenantName: 'to-delete' };
    const mine = await tokens(tenant);
    await expectOpen(mine);
    const waiting = await viewers.ask('POST', '/api/v1/embed/generate-session', {
      deploymentId: 1,
      ...given,
      ...tenant,
    });
    expect((await viewers.ask('DELETE', '/api/v1/embed-tenants/to-delete')).status).toBe(204);
    const again = await tokens({ ...tenant, userAttributes: [{ name: 'city', value: 'Rome' }] });
    await expectOver(mine);
    expect((await viewers.ask('POST', '/api/v1/embed/session/token', waiting.body)).status).toBe(401);
    await expectOpen(again);
    expect(claimsIn(again.token).sub).not.toBe(claimsIn(mine.token).sub);
  });

  it('of another service with the same names are refused, whose key has the same number', async () => {
    await using other = await ViewerService.open('sqlite', { now: () => time, isProduction: true });
    await other.ask('POST', '/api/v1/user-attributes', { name: 'city', type: 'string' });
    const token = await other.tokenFor(given);
    const dataToken = await other.dataTokenOf(token);
    await expectOver({ token, dataToken });
  });

  it('of two accounts with the same tenants and users open only what is of their own', async () => {
    const { accounts, store } = viewers.service.metadata;
    const rival = await accounts.create('rival');
    const row = { id: 77, account_id: rival.id, name: 'of the rival', created_at: 3 };
    await store.database.insertInto('deployment').values(row).execute();
    const asRival = `Bearer ${rival.key}`;
    const made = await viewers.ask(
      'POST',
      '/api/v1/embed/generate-session',
      {
        ...{ deploymentId: 77, externalId: 'u1', embedTenantName: 'acme-corp' },
      },
      asRival,
    );
    const { token } = (await viewers.ask('POST', '/api/v1/embed/session/token', made.body)).body;
    const mine = await tokens();
    expect(claimsIn(token).sub).not.toBe(claimsIn(mine.token).sub);
    const headers = { authorization: `Embed-Token ${token}` };
    const dashboard = asViewer().slice(0, 3);
    expect(await statusesOf(dashboard, headers)).toEqual(all(404, dashboard));
    const place = asViewer().slice(3, 6);
    expect(await statusesOf(place, headers)).toEqual(all(403, place));
    const sessions = await viewers.ask('GET', '/api/v1/embed-tenants/acme-corp/sessions', undefined, asRival);
    expect(sessions.body.items).toHaveLength(1);
    const { sub } = claimsIn(mine.token);
    const path = `/api/v1/embed-tenants/acme-corp/users/${sub}`;
    for (const [method, of] of [
      ['DELETE', path],
      ['DELETE', `${path}/sessions`],
    ] as const) {
      expect((await viewers.ask(method, of, undefined, asRival)).status).toBe(404);
    }
    expect((await viewers.ask('DELETE', '/api/v1/embed-tenants/acme-corp', undefined, asRival)).status).toBe(204);
    await expectOpen(mine);
    expect(await statusesOf(dashboard, headers)).toEqual(all(401, dashboard));
  });
});
