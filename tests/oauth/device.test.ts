import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const secondMs = 1_000;
const minuteMs = 60 * secondMs;

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
}

describe.each(storyKinds)('a device without a browser, on %s', (kind) => {
  let service: ScimService;
  let cookie: string;
  let time = Date.UTC(2026, 5, 17);

  beforeAll(async () => {
    service = await ScimService.open(kind, { now: () => time });
    const { cookie: session } = await post('/start-key/redeem', { key: service.served.startKey ?? '' });
    cookie = session;
  });

  afterAll(() => service?.[Symbol.asyncDispose]());

  async function post(path: string, body: object) {
    const { origin } = service.served;
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie, origin }) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const [set = ''] = response.headers.getSetCookie();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      cookie: set.split(';')[0] ?? '',
    };
  }

  /** Sends a form as the command line does. */
  async function send(path: string, form: Readonly<Record<string, string>>) {
    const { origin } = service.served;
    const response = await fetch(`${origin}${path}`, { method: 'POST', body: new URLSearchParams(form) });
    // oxlint-disable-next-line typescript/no-explicit-any
    const answered: any = await response.json(); // of our own server; the tests assert the fields
    return { status: response.status, body: answered };
  }

  async function begin(more: Readonly<Record<string, string>> = {}): Promise<Codes> {
    const { status, body } = await send('/auth/device/code', { client_id: 'cube-cli', ...more });
    expect(status).toBe(200);
    return body;
  }

  const poll = ({ device_code }: Pick<Codes, 'device_code'>, clientId = 'cube-cli') =>
    send('/auth/device/token', { grant_type: deviceGrant, device_code, client_id: clientId });

  const errorOf = async (asked: ReturnType<typeof poll>) => {
    const { status, body } = await asked;
    return [status, body.error];
  };

  const decide = (userCode: string, isAllowed: boolean, deploymentIds: number[] | null = null) =>
    post('/oauth/device-approvals', { userCode, isAllowed, deploymentIds });

  it('shows a short code and where to type it, at the address of older programs and at that of RFC 8628', async () => {
    for (const path of ['/auth/device/code', '/oauth/device_authorization']) {
      const { status, body } = await send(path, { client_id: 'cube-cli' });
      expect([status, body]).toEqual([
        200,
        {
          device_code: expect.stringMatching(/^odc-[\w-]{43}$/),
          user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
          verification_uri: `${service.served.origin}/device`,
          verification_uri_complete: `${service.served.origin}/device?user_code=${body.user_code}`,
          expires_in: 900,
          interval: 5,
        },
      ]);
    }
  });

  it('waits, is allowed by a person who types its code, and gets tokens once, under both names', async () => {
    const codes = await begin();
    expect(await errorOf(poll(codes))).toEqual([400, 'authorization_pending']);
    const typed = ` ${codes.user_code.replace('-', '').toLowerCase()} `;
    const { body: question } = await post('/oauth/device-requests', { userCode: typed });
    expect(question).toEqual({
      client: { name: 'Command line', host: null, isVerified: false },
      scopes: ['platform', 'offline_access'],
      user: { username: 'admin', displayName: 'admin' },
      deployments: [{ id: 1, name: expect.any(String) }],
      resource: null,
    });
    expect((await decide(typed, true)).status).toBe(204);
    const { status, body } = await poll(codes);
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^oat-/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^ort-/),
        scope: 'platform offline_access',
        accessToken: body.access_token,
        refreshToken: body.refresh_token,
        tokenType: 'Bearer',
        expiresIn: 3600,
        accessTokenExpiresAt: new Date(time + 3_600_000).toISOString(),
        refreshTokenExpiresAt: expect.any(String),
        tenantUrl: service.served.origin,
      },
    ]);
    expect(await errorOf(poll(codes))).toEqual([400, 'invalid_grant']);
    const grants = await service.metadata.oauthGrants.list(service.metadata.accountId);
    expect(grants.map(({ kind: made, client }) => [made, client.clientId])).toEqual([['device', 'cube-cli']]);
  });

  it('refreshes with its token as the command line does, and the old one is refused after its time of grace', async () => {
    const codes = await begin();
    await decide(codes.user_code, true);
    const { body: first } = await poll(codes);
    const refresh = (text: string) =>
      send('/auth/oauth2/refresh', { grant_type: 'refresh_token', refresh_token: text, client_id: 'cube-cli' });
    const { status, body } = await refresh(first.refreshToken);
    expect([status, body.accessToken === first.accessToken, body.refreshToken === first.refreshToken]).toEqual([
      200,
      false,
      false,
    ]);
    time += 4 * minuteMs;
    expect(await errorOf(refresh(first.refreshToken))).toEqual([400, 'invalid_grant']);
  });

  it('gets tokens once when it asks several times at once', async () => {
    const codes = await begin();
    await decide(codes.user_code, true);
    const answers = await Promise.all([poll(codes), poll(codes), poll(codes), poll(codes)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  it('is denied', async () => {
    const codes = await begin();
    expect((await decide(codes.user_code, false)).status).toBe(204);
    expect(await errorOf(poll(codes))).toEqual([400, 'access_denied']);
    expect((await decide(codes.user_code, true)).status).toBe(404);
  });

  it('is told to slow down when it asks too often, and waits longer from then on', async () => {
    const codes = await begin();
    expect(await errorOf(poll(codes))).toEqual([400, 'authorization_pending']);
    time += 2 * secondMs;
    expect(await errorOf(poll(codes))).toEqual([400, 'slow_down']);
    time += 6 * secondMs;
    expect(await errorOf(poll(codes))).toEqual([400, 'slow_down']);
    time += 15 * secondMs;
    expect(await errorOf(poll(codes))).toEqual([400, 'authorization_pending']);
  });

  it('is over after 15 minutes, also when somebody allowed it', async () => {
    const [open, allowed] = [await begin(), await begin()];
    await decide(allowed.user_code, true);
    time += 15 * minuteMs;
    expect((await post('/oauth/device-requests', { userCode: open.user_code })).status).toBe(404);
    expect(await errorOf(poll(open))).toEqual([400, 'expired_token']);
    expect(await errorOf(poll(allowed))).toEqual([400, 'expired_token']);
  });

  it('gets nothing for the code of another client, or for one that is made up', async () => {
    const { oauthClients } = service.metadata;
    const { client } = await oauthClients.register(
      {
        ...{ name: 'Another', authMethod: 'none', redirectUris: ['http://localhost/back'] },
        ...{ grantTypes: [deviceGrant], defaultScopes: ['mcp-agent-access'] },
      },
      '192.0.2.1',
    );
    const codes = await begin();
    await decide(codes.user_code, true);
    expect(await errorOf(poll(codes, client.clientId))).toEqual([400, 'invalid_grant']);
    expect(await errorOf(poll({ device_code: `odc-${'x'.repeat(43)}` }))).toEqual([400, 'invalid_grant']);
    expect((await poll(codes)).status).toBe(200);
  });

  it('gets nothing when its person is not there any more', async () => {
    const { changes, users, oauthDevices, accountId } = service.metadata;
    const author = { accountId, by: { via: 'command' } } as const;
    const codes = await begin();
    const { id: userId } = await changes.changeRights(author, (change) =>
      users.create(change, { username: 'leaver', role: 'viewer' }),
    );
    await changes.changeRights(author, (change) => users.update(change, userId, { status: 'active' }));
    await changes.make(author, (change) =>
      oauthDevices.decide(change, { userCode: codes.user_code, userId, isAllowed: true, deployments: 'all' }),
    );
    await changes.changeRights(author, (change) => users.update(change, userId, { status: 'deactivated' }));
    expect(await errorOf(poll(codes))).toEqual([400, 'invalid_grant']);
  });

  it('is not found by guessing: after ten wrong codes a person waits', async () => {
    const guess = () => post('/oauth/device-requests', { userCode: 'BBBB-BBBB' });
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await guess()).status);
    expect(statuses.lastIndexOf(404)).toBeLessThan(10);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    time += 16 * minuteMs;
    expect((await guess()).status).toBe(404);
  });

  it('is bounded in number for each network', async () => {
    time += 16 * minuteMs;
    for (let asked = 0; asked < 60; asked += 1) await begin();
    const { status, body } = await send('/auth/device/code', { client_id: 'cube-cli' });
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    time += 16 * minuteMs;
    await begin();
  });
});
