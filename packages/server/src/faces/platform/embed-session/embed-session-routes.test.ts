import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyKinds } from '../../../../../../tests/servers/store-place.ts';
import { PlatformFixture } from '../platform-for-test.ts';

const start = 1_770_000_000_000;
const day = 86_400_000;

describe.each(storyKinds)('sessions of viewers on %s', (kind) => {
  let platform: PlatformFixture;
  const clock = { time: start, now: () => clock.time };

  beforeEach(async () => {
    clock.time = start;
    platform = await PlatformFixture.open(kind, clock);
  });

  afterEach(() => platform[Symbol.asyncDispose]());

  const by = { via: 'command' } as const;
  const change = <T>(work: Parameters<typeof platform.metadata.changes.changeRights<T>>[1]) =>
    platform.metadata.changes.changeRights({ accountId: platform.metadata.accountId, by }, work);
  const allowCreators = () =>
    change((one) => platform.metadata.settings.update(one, { flags: { useCreatorMode: true } }));
  const generate = (body: object, key?: string) =>
    platform.ask('POST', '/embed/generate-session', {
      body: { deploymentId: 1, ...body },
      ...(key === undefined ? {} : { key }),
    });
  const exchange = (sessionId: unknown) =>
    platform.ask('POST', '/embed/session/token', { body: { sessionId }, key: '' });
  const tokenFor = async (body: object): Promise<string> => {
    const { body: made } = await generate(body);
    return (await exchange(made.sessionId)).body.token;
  };
  const as = (token: string, method: 'GET' | 'POST' | 'DELETE', path: string, scheme = 'Embed-Token') =>
    platform.ask(method, path, { key: '', headers: { authorization: `${scheme} ${token}` } });
  const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const viewers = () =>
    platform.metadata.store.database
      .selectFrom('account_user')
      .select(['id', 'external_id', 'display_name', 'picture', 'email'])
      .where('kind', '=', 'external')
      .orderBy('id')
      .execute();
  const groupsOf = async (body: object) => {
    const { userId } = await viewerOf(body);
    const { embedTenants, accountId } = platform.metadata;
    return (await embedTenants.rightsOf(accountId, userId, { userScope: null, scope: null }))?.groups;
  };
  const viewerOf = async (body: object) => {
    const { sub } = claimsIn(await tokenFor(body));
    return { userId: Number(sub) };
  };
  const valuesOf = async (body: object, scope: number | null = null) => {
    const { userId } = await viewerOf(body);
    const { embedTenants, accountId } = platform.metadata;
    return (await embedTenants.rightsOf(accountId, userId, { userScope: scope, scope }))?.userAttributes;
  };

  it('are made for a viewer, who is made once (case 1)', async () => {
    const first = await generate({ externalId: 'u1' });
    expect(first).toMatchObject({ status: 200, body: { sessionId: expect.stringMatching(/^[\w-]{22,}$/) } });
    expect((await generate({ externalId: 'u1' })).status).toBe(200);
    expect((await viewers()).map(({ external_id }) => external_id)).toEqual(['u1']);
  });

  it('take the key of an admin for the deployment (case 2)', async () => {
    expect((await generate({ externalId: 'u1' }, '')).status).toBe(401);
    const developer = await platform.keyOf({ username: 'dev', role: 'developer' });
    expect((await generate({ externalId: 'u1' }, developer)).status).toBe(403);
    const { id: other } = await change((one) => platform.metadata.deployments.create(one, 'second'));
    const scoped = await platform.keyOf({ username: 'scoped', role: 'admin' }, [other]);
    const refused = await generate({ externalId: 'u1' }, scoped);
    expect(refused).toMatchObject({ status: 403, body: { error: 'API key is not authorized for this deployment' } });
    expect((await generate({ externalId: 'u1', deploymentId: 999 })).status).toBe(404);
    await change((one) => platform.metadata.settings.update(one, { flags: { embedding: false } }));
    expect(await generate({})).toMatchObject({ status: 403, body: { error: 'Embedding is not enabled' } });
    expect(await viewers()).toEqual([]);
  });

  it.each([undefined, '32', 1.5, null, 0, -1])('refuse the deployment %j (case 3)', async (deploymentId) => {
    expect((await generate({ externalId: 'u1', deploymentId })).status).toBe(400);
  });

  it.each([
    [{ externalId: 'u1', internalId: 'ann' }, 'Provide exactly one of externalId or internalId'],
    [{}, 'Provide exactly one of externalId or internalId'],
    [{ externalId: 'User@X.io' }, 'externalId must be lowercase and trimmed'],
    [{ externalId: ' u1' }, 'externalId must be lowercase and trimmed'],
    [{ internalId: 'nobody' }, 'Internal user not found'],
    [{ internalId: 'guest' }, 'Internal user not found'],
    [{ externalId: 'u1', userAttributes: twice('city') }, 'Duplicate user attribute names: city'],
    [{ externalId: 'u1', userAttributes: [{ name: 'zzz', value: 'x' }] }, 'User attributes not found'],
    [{ externalId: 'u1', userProfile: { picture: 'ftp://x/y.png' } }, undefined],
    [{ externalId: 'u1', userProfile: { picture: '/a.png' } }, undefined],
    [{ externalId: 'u1', securityContext: { cubeCloud: {} } }, 'securityContext.cubeCloud is reserved'],
    [{ externalId: 'u1', groupDefinitions: [{ name: 'g' }] }, undefined],
    [{ externalId: 'u1', groups: ['all_embed_users'] }, 'Groups with names all_embed_users not found'],
    [{ externalId: 'u1', publicDashboardId: 'nope' }, undefined],
    [{ externalId: 'u1', ephemeralTtlSeconds: 60 }, 'ephemeralTtlSeconds requires isEphemeral'],
    [{ externalId: 'u1', isEphemeral: true, ephemeralTtlSeconds: 0 }, undefined],
  ])('refuse %j', async (body, error) => {
    await generate({ externalId: 'guest' });
    const refused = await generate(body);
    expect(refused.status).toBe(400);
    if (error !== undefined) expect(refused.body.error).toBe(error);
    expect((await viewers()).map(({ external_id }) => external_id)).toEqual(['guest']);
  });

  it('name a user of the account in any case, and nothing else of the user (cases 4, 5)', async () => {
    await platform.keyOf({ username: 'ann@x.io', role: 'viewer' });
    expect((await generate({ internalId: ' Ann@X.io ' })).status).toBe(200);
    for (const field of [
      { groups: [] },
      { userAttributes: [] },
      { groupDefinitions: [] },
      { userAttributeDefinitions: [] },
      { securityContext: {} },
      { userProfile: {} },
      { creatorMode: true },
      { isEphemeral: true },
    ]) {
      const refused = await generate({ internalId: 'ann@x.io', ...field });
      const [name] = Object.keys(field);
      expect(refused).toMatchObject({ status: 400, body: { error: `${name} is not allowed with internalId` } });
    }
    expect((await generate({ internalId: 'ann@x.io', groups: null })).status).toBe(200);
  });

  it.each([
    ['abcd', 400],
    ['abcde', 200],
    ['x'.repeat(36), 200],
    ['x'.repeat(37), 400],
    ['1abcd', 400],
    ['abcd-', 400],
    ['Abcde', 400],
    ['ab_cde', 400],
  ])('name the tenant %s (case 7)', async (embedTenantName, status) => {
    expect((await generate({ externalId: 'u1', embedTenantName })).status).toBe(status);
  });

  it('set attributes of the account by type, and keep those that are not sent (cases 9, 10)', async () => {
    const { attributes } = platform.metadata;
    await change((one) => attributes.create(one, { name: 'limit', type: 'number' }));
    await change((one) => attributes.create(one, { name: 'city', type: 'string', defaultValue: 'Rome' }));
    const give = (name: string, value: unknown) => generate({ externalId: 'u1', userAttributes: [{ name, value }] });
    expect(await give('limit', '2')).toMatchObject({
      status: 400,
      body: { error: 'Value of user attribute limit must be number' },
    });
    expect((await give('limit', 2)).status).toBe(200);
    expect((await give('city', 'Oslo')).status).toBe(200);
    expect(await valuesOf({ externalId: 'u1' })).toEqual({ limit: 2, city: 'Oslo' });
    expect((await give('limit', null)).status).toBe(200);
    expect(await valuesOf({ externalId: 'u1', userAttributes: [] })).toEqual({ city: 'Oslo' });
    expect((await give('city', null)).status).toBe(200);
    expect(await valuesOf({ externalId: 'u1' })).toEqual({ city: 'Rome' });
  });

  it('replace the groups that are sent (cases 11, 12)', async () => {
    for (const name of ['a', 'b']) await change((one) => platform.metadata.groups.create(one, { name }));
    expect(await groupsOf({ externalId: 'u1', groups: ['a', 'b'] })).toEqual(['a', 'b']);
    const refused = await generate({ externalId: 'u1', groups: ['a', 'nope', 'zip'] });
    expect(refused).toMatchObject({ status: 400, body: { error: 'Groups with names nope, zip not found' } });
    expect(refused.body.details).toHaveLength(2);
    expect(await groupsOf({ externalId: 'u1' })).toEqual(['a', 'b']);
    expect(await groupsOf({ externalId: 'u1', groups: ['b', 'b'] })).toEqual(['b']);
    expect(await groupsOf({ externalId: 'u1', groups: [] })).toEqual([]);
  });

  it('take creator mode where the account has it (cases 13, 14)', async () => {
    const creator = { externalId: 'u1', embedTenantName: 'acme-corp', creatorMode: true };
    expect(await generate(creator)).toMatchObject({ status: 403, body: { error: 'Creator mode is not enabled' } });
    expect(await viewers()).toEqual([]);
    await allowCreators();
    expect((await generate(creator)).status).toBe(200);
    const requires = 'groupDefinitions and userAttributeDefinitions require';
    expect((await generate({ externalId: 'u1', groupDefinitions: [] })).body.error).toBe(`${requires} creatorMode`);
    const unnamed = await generate({ externalId: 'u1', creatorMode: true, groupDefinitions: [{ name: 'g' }] });
    expect(unnamed.body.error).toBe(`${requires} embedTenantName`);
  });

  it('define groups and attributes of a tenant, which the same call uses (cases 15 to 20)', async () => {
    await allowCreators();
    const { groups } = platform.metadata;
    await change((one) => groups.create(one, { name: 'sales', description: 'ours' }));
    const creator = { externalId: 'u1', embedTenantName: 'acme-corp', creatorMode: true };
    const bootstrap = {
      ...creator,
      groupDefinitions: [{ name: 'sales', description: 'x' }],
      userAttributeDefinitions: [{ name: 'department', type: 'string' }],
      groups: ['sales'],
      userAttributes: [{ name: 'department', value: 'north' }],
    };
    const lists = async () => ({
      groups: (await platform.ask('GET', '/embed-tenants/acme-corp/groups')).body.items,
      attributes: (await platform.ask('GET', '/embed-tenants/acme-corp/user-attributes')).body.items,
    });
    expect((await generate(bootstrap)).status).toBe(200);
    const made = await lists();
    expect(made).toMatchObject({ groups: [{ name: 'sales', description: 'x' }], attributes: [{ name: 'department' }] });
    expect((await generate(bootstrap)).status).toBe(200);
    expect(await lists()).toEqual(made);
    await generate({ ...creator, groupDefinitions: [{ name: 'sales', description: '' }] });
    expect((await lists()).groups[0].description).toBe('x');
    await generate({ ...creator, groupDefinitions: [{ name: 'sales', description: 'y' }] });
    expect((await lists()).groups[0].description).toBe('y');
    const conflict = await generate({
      ...creator,
      groupDefinitions: [{ name: 'new' }],
      userAttributeDefinitions: [{ name: 'department', type: 'number' }],
    });
    expect(conflict).toMatchObject({ status: 400, body: { error: 'cannot change type' } });
    expect((await lists()).groups).toHaveLength(1);
    await platform.ask('DELETE', `/embed-tenants/acme-corp/user-attributes/${made.attributes[0].id}`);
    const typed = { ...creator, userAttributeDefinitions: [{ name: 'department', type: 'number' }] };
    expect((await generate(typed)).status).toBe(200);
    const { id: scope } = await platform.metadata.embedTenants.find(platform.metadata.accountId, 'acme-corp');
    expect(await valuesOf(creator, scope)).toEqual({});
    const reading = { externalId: 'u1', embedTenantName: 'acme-corp' };
    const unseen = await generate({ ...reading, userAttributes: [{ name: 'department', value: 1 }] });
    expect(unseen.body.error).toBe('User attributes not found');
    await change((one) => platform.metadata.attributes.create(one, { name: 'city', type: 'string' }));
    const ofAccount = await generate({ ...creator, userAttributes: [{ name: 'city', value: 'Oslo' }] });
    expect(ofAccount.body.error).toBe('User attributes not found');
    const [own] = await groups.list(platform.metadata.accountId);
    expect(own).toMatchObject({ name: 'sales', description: 'ours' });
  });

  it('keep the profile of a viewer that is not sent (cases 21, 22)', async () => {
    const picture = 'https://unreachable.example/a.png';
    await generate({ externalId: 'u1', userProfile: { displayName: 'Ann', picture } });
    await generate({ externalId: 'u1', userProfile: { displayName: 'Anna' } });
    await generate({ externalId: 'u1' });
    expect(await viewers()).toMatchObject([{ display_name: 'Anna', picture }]);
  });

  it('are exchanged once, within five minutes, for a token of a day (cases 23, 24)', async () => {
    const { sessionId } = (await generate({ externalId: 'u1', embedTenantName: 'acme-corp' })).body;
    const both = await Promise.all([exchange(sessionId), exchange(sessionId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const claims = claimsIn(both.find(({ status }) => status === 200)?.body.token);
    expect(claims).toMatchObject({
      iss: 'cubecloud',
      aud: 'embed',
      deploymentId: 1,
      externalId: 'u1',
      embedTenantName: 'acme-corp',
      creatorMode: false,
      securityContext: {},
    });
    expect(claims.exp - claims.iat).toBe(86_400);
    expect((await exchange('x'.repeat(43))).status).toBe(401);
    expect((await exchange(undefined)).status).toBe(400);
    expect((await exchange(7)).status).toBe(400);
    const late = (await generate({ externalId: 'u1' })).body.sessionId;
    clock.time += 300_000;
    expect((await exchange(late)).status).toBe(401);
    const text = JSON.stringify(
      await platform.metadata.store.database.selectFrom('embed_session').selectAll().execute(),
    );
    expect(text).not.toContain(late);
  });

  it('open what the session is for, by both schemes, and end with the viewer (case 26)', async () => {
    const token = await tokenFor({ externalId: 'u1', userProfile: { displayName: 'Ann' } });
    for (const scheme of ['Embed-Token', 'Bearer']) {
      expect(await as(token, 'GET', '/users/me', scheme)).toMatchObject({
        status: 200,
        body: { username: 'u1', displayName: 'Ann', isAdmin: false, groups: [] },
      });
    }
    const { id: other } = await change((one) => platform.metadata.deployments.create(one, 'second'));
    expect((await as(token, 'GET', `/deployments/${other}`)).status).toBe(403);
    expect((await as(token, 'GET', '/deployments/1')).status).toBe(200);
    expect((await as(token, 'GET', '/users')).status).toBe(403);
    for (const bad of [`${token}x`, token.replace(/\.[^.]+$/, '.'), 'a.b.c', `${token.split('.')[0]}..`]) {
      expect((await as(bad, 'GET', '/users/me')).status).toBe(401);
    }
    clock.time += day;
    expect((await as(token, 'GET', '/users/me')).status).toBe(401);
  });

  it('may be for one dashboard, and nothing else then', async () => {
    const { id } = (await platform.ask('POST', '/deployments/1/workbooks', { body: { name: 'Sales' } })).body;
    const publishing = { body: { workbookId: id, config: { widgets: [] } } };
    const { publicId } = (await platform.ask('POST', `/deployments/1/workbooks/${id}/publish`, publishing)).body;
    const token = await tokenFor({
      externalId: 'u1',
      publicDashboardId: publicId,
      embedTheme: { font: 'Inter', x: 1 },
    });
    for (const [method, path] of [
      ['GET', '/deployments/1'],
      ['POST', '/deployments/1/token'],
      ['GET', '/users/me'],
    ] as const) {
      expect((await as(token, method, path)).status).toBe(403);
    }
    expect(await as(token, 'GET', '/users/embed-theme')).toMatchObject({ body: { embedTheme: { font: 'Inter' } } });
    expect((await as(token, 'GET', '/app-config')).status).toBe(200);
    const next = await tokenFor({ externalId: 'u1' });
    expect((await as(next, 'GET', '/users/embed-theme')).body).toEqual({ embedTheme: null });
  });

  it('give a token for the Data API that names viewer and session, and ends with the session', async () => {
    const guest = { externalId: 'u1', isEphemeral: true, ephemeralTtlSeconds: 60, securityContext: { team: 'a' } };
    const token = await tokenFor(guest);
    const { cubeApiToken } = (await as(token, 'POST', '/deployments/1/token')).body;
    const { exp, iat, ...claims } = claimsIn(cubeApiToken);
    expect(exp - iat).toBe(60);
    expect(claims).toEqual({
      team: 'a',
      cubeCloud: { viewer: Number(claimsIn(token).sub), session: claimsIn(token).jti },
    });
    const lasting = claimsIn(
      (await as(await tokenFor({ externalId: 'u2' }), 'POST', '/deployments/1/token')).body.cubeApiToken,
    );
    expect(lasting.exp - lasting.iat).toBe(3_600);
  });

  it('end with the time of an ephemeral viewer, who is another one afterwards (case 41)', async () => {
    const guest = { externalId: 'u1', isEphemeral: true, ephemeralTtlSeconds: 60 };
    const token = await tokenFor(guest);
    const claims = claimsIn(token);
    expect(claims.exp * 1000).toBeLessThanOrEqual(start + 60_000);
    clock.time += 60_000;
    expect((await as(token, 'GET', '/users/me')).status).toBe(401);
    expect((await platform.ask('GET', '/embed-tenants/-/sessions')).body.items).toEqual([]);
    expect((await viewerOf(guest)).userId).not.toBe(Number(claims.sub));
  });

  it('are as many as viewers that the account may have (case 42)', async () => {
    await change((one) => platform.metadata.settings.update(one, { limits: { externalUsers: 1 } }));
    expect((await generate({ externalId: 'u1' })).status).toBe(200);
    expect(await generate({ externalId: 'u2' })).toMatchObject({
      status: 400,
      body: { error: 'External users limit reached' },
    });
    expect((await generate({ externalId: 'u1' })).status).toBe(200);
    expect((await generate({ externalId: 'u2', isEphemeral: true })).status).toBe(200);
  });

  it('ignore fields of other versions (case 46)', async () => {
    expect((await generate({ externalId: 'u1', tenantId: 7, tenantName: 'x' })).status).toBe(200);
    expect((await generate({ externalId: 'u1', roles: ['x'], email: null, groups: null })).status).toBe(200);
  });

  it('are listed and ended by admins, each key for its deployments (attack 7)', async () => {
    const { id: other } = await change((one) => platform.metadata.deployments.create(one, 'second'));
    const scoped = await platform.keyOf({ username: 'scoped', role: 'admin' }, [other]);
    const here = await tokenFor({ externalId: 'u1', embedTenantName: 'acme-corp' });
    const there = await tokenFor({ externalId: 'u1', embedTenantName: 'acme-corp', deploymentId: other });
    await tokenFor({ externalId: 'u1' });
    const list = async (key?: string) =>
      (await platform.ask('GET', '/embed-tenants/acme-corp/sessions', key === undefined ? {} : { key })).body.items;
    const all = await list();
    expect(all).toHaveLength(2);
    expect(await list(scoped)).toMatchObject([{ deploymentId: other, externalId: 'u1', internalId: null }]);
    const path = `/embed-tenants/acme-corp/sessions/${all[0].id}`;
    expect((await platform.ask('DELETE', path, { key: scoped })).status).toBe(404);
    expect((await platform.ask('DELETE', path.replace('acme-corp', '-'))).status).toBe(404);
    expect((await as(here, 'GET', '/users/me')).status).toBe(200);
    expect((await platform.ask('DELETE', path)).status).toBe(204);
    expect((await as(here, 'GET', '/users/me')).status).toBe(401);
    expect((await as(there, 'GET', '/users/me')).status).toBe(200);
    const waiting = (await generate({ externalId: 'u1', embedTenantName: 'acme-corp' })).body.sessionId;
    const { sub } = claimsIn(there);
    expect((await platform.ask('DELETE', `/embed-tenants/-/users/${sub}/sessions`)).status).toBe(404);
    expect((await platform.ask('DELETE', `/embed-tenants/acme-corp/users/${sub}/sessions`)).status).toBe(204);
    expect((await as(there, 'GET', '/users/me')).status).toBe(401);
    expect((await exchange(waiting)).status).toBe(401);
    expect(await list()).toEqual([]);
  });

  it('end when the secret is replaced, and with their tenant', async () => {
    const tokens = [
      await tokenFor({ externalId: 'u1' }),
      await tokenFor({ externalId: 'u1', embedTenantName: 'acme-corp' }),
    ];
    await platform.ask('DELETE', '/embed-tenants/acme-corp');
    expect((await as(tokens[1] ?? '', 'GET', '/users/me')).status).toBe(401);
    await generate({ externalId: 'u1', embedTenantName: 'acme-corp' });
    expect((await as(tokens[1] ?? '', 'GET', '/users/me')).status).toBe(401);
    expect((await as(tokens[0] ?? '', 'GET', '/users/me')).status).toBe(200);
    await change((one) => platform.metadata.embedSecrets.rotate(one));
    expect((await as(tokens[0] ?? '', 'GET', '/users/me')).status).toBe(401);
    expect((await as(await tokenFor({ externalId: 'u1' }), 'GET', '/users/me')).status).toBe(200);
  });

  it('take no context that makes the token longer than a header may be, in any script', async () => {
    for (const [context, status] of [
      [{ team: '界'.repeat(1_900) }, 200],
      [{ team: '界'.repeat(2_000) }, 400],
    ] as const) {
      expect((await generate({ externalId: 'u1', securityContext: context })).status).toBe(status);
    }
    const token = await tokenFor({ externalId: 'u1', securityContext: { team: '界'.repeat(1_900) } });
    expect((await as(token, 'GET', '/users/me')).status).toBe(200);
  });

  it('are made by 24 equal calls at a time for one viewer', async () => {
    await allowCreators();
    const body = {
      externalId: 'u1',
      embedTenantName: 'acme-corp',
      creatorMode: true,
      groupDefinitions: [{ name: 'g' }],
      userAttributeDefinitions: [{ name: 'city', type: 'string' }],
      groups: ['g'],
      userAttributes: [{ name: 'city', value: 'Oslo' }],
    };
    const answers = await Promise.all(Array.from({ length: 24 }, () => generate(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200));
    expect(await viewers()).toHaveLength(1);
    const exchanged = await Promise.all(answers.map(({ body: { sessionId } }) => exchange(sessionId)));
    expect(new Set(exchanged.map(({ body: { token } }) => token)).size).toBe(24);
  });

  it('stand still while the account has switched off what they need', async () => {
    await allowCreators();
    const creator = await tokenFor({ externalId: 'u1', embedTenantName: 'acme-corp', creatorMode: true });
    const reader = await tokenFor({ externalId: 'u2' });
    const statuses = async () => [
      (await as(creator, 'GET', '/users/me')).status,
      (await as(reader, 'GET', '/users/me')).status,
    ];
    const set = (flags: object) => change((one) => platform.metadata.settings.update(one, { flags }));
    expect(await statuses()).toEqual([200, 200]);
    await set({ useCreatorMode: false });
    expect(await statuses()).toEqual([401, 200]);
    await set({ embedding: false, useCreatorMode: true });
    expect(await statuses()).toEqual([401, 401]);
    await set({ embedding: true });
    expect(await statuses()).toEqual([200, 200]);
  });

  it('are deleted when they are over', async () => {
    await generate({ externalId: 'u1' });
    const token = await tokenFor({ externalId: 'u1' });
    const rows = async () => {
      const { database } = platform.metadata.store;
      const waiting = await database.selectFrom('embed_session').select('id').execute();
      return [waiting.length, (await database.selectFrom('embed_token').select('id').execute()).length];
    };
    clock.time += 300_000;
    await platform.metadata.embedSessions.forget();
    expect(await rows()).toEqual([0, 1]);
    expect((await as(token, 'GET', '/users/me')).status).toBe(200);
    clock.time = start + day;
    await platform.metadata.embedSessions.forget();
    expect(await rows()).toEqual([0, 0]);
  });

  it('have viewers with names of every script, and none that cannot be stored', async () => {
    const names = [
      'constructor',
      '__proto__',
      'tostring',
      'æøå',
      '顧客一号',
      'عميل',
      '👩‍🚀',
      'a b',
      "o'neil; drop table",
      '%00',
    ];
    for (const externalId of names)
      expect([externalId, (await generate({ externalId })).status]).toEqual([externalId, 200]);
    expect((await viewers()).map(({ external_id }) => external_id)).toEqual(names);
    for (const externalId of ['a\u0000b', '\ud800', '', ' ', 'x'.repeat(256), 'x'.repeat(100_000), 7, {}, ['u1']]) {
      expect((await generate({ externalId })).status).toBe(400);
    }
    const many = Array.from({ length: 10_000 }, (_, number) => `g${number}`);
    expect((await generate({ externalId: 'u1', groups: many })).status).toBe(400);
    const bomb = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`);
    expect((await generate({ externalId: 'u1', securityContext: bomb })).status).toBe(400);
    expect((await generate({ externalId: 'u1', securityContext: { a: 'x'.repeat(10_000) } })).status).toBe(400);
    expect((await generate({ externalId: 'u1', groups: ['constructor', '__proto__'] })).body.error).toBe(
      'Groups with names constructor, __proto__ not found',
    );
    const unknown = [{ name: 'constructor', value: 'x' }];
    expect((await generate({ externalId: 'u1', userAttributes: unknown })).body.error).toBe(
      'User attributes not found',
    );
    expect(await viewers()).toHaveLength(names.length);
  });

  it.each(['a\u0000b', '\ud800', '\udc00\ud800', '\u202e', '😀'.repeat(100)])(
    'take or refuse %j in every text, and store it as it is',
    async (text) => {
      await allowCreators();
      await generate({ externalId: 'u1', embedTenantName: 'acme-corp', creatorMode: true });
      const creator = { externalId: 'u1', embedTenantName: 'acme-corp', creatorMode: true };
      const city = { name: 'city', type: 'string' };
      const requests: readonly object[] = [
        { externalId: 'u1', email: `${text}@example.com` },
        { externalId: 'u1', userProfile: { displayName: text } },
        { externalId: 'u1', userProfile: { picture: `https://example.com/${text}` } },
        { externalId: text },
        { internalId: text },
        { externalId: 'u1', embedTenantName: text },
        { externalId: 'u1', groups: [text] },
        { externalId: 'u1', userAttributes: [{ name: text, value: 1 }] },
        { externalId: 'u1', publicDashboardId: text },
        { externalId: 'u1', roles: [text] },
        { externalId: 'u1', embedTheme: { font: text, primaryColor: text } },
        { externalId: 'u1', securityContext: { [text]: text } },
        { ...creator, groupDefinitions: [{ name: text }] },
        { ...creator, groupDefinitions: [{ name: 'g', description: text }] },
        { ...creator, userAttributeDefinitions: [{ ...city, name: text }] },
        { ...creator, userAttributeDefinitions: [{ ...city, displayName: text }] },
        { ...creator, userAttributeDefinitions: [{ ...city, description: text }] },
        { ...creator, userAttributeDefinitions: [{ ...city, defaultValue: text }] },
        { ...creator, userAttributeDefinitions: [city], userAttributes: [{ name: 'city', value: text }] },
        { ...creator, userAttributeDefinitions: [city], userAttributes: [{ name: 'city', value: [text] }] },
      ];
      for (const request of requests) {
        const { status, body } = await generate(request);
        expect([request, [200, 400].includes(status)]).toEqual([request, true]);
        if (status !== 200) continue;
        expect((await exchange(body.sessionId)).status).toBe(200);
      }
      expect((await exchange(text)).status).toBe(401);
      const token = await tokenFor({ externalId: 'u1' });
      const inPath = encodeURIComponent(text.toWellFormed());
      expect([400, 404, 414]).toContain((await as(token, 'GET', `/embed/dashboard/${inPath}`)).status);
    },
  );

  it('of two accounts with equal names are apart', async () => {
    const { accounts } = platform.metadata;
    const other = await accounts.create('other-account');
    const mine = { externalId: 'u1', embedTenantName: 'acme-corp' };
    const token = await tokenFor(mine);
    const made = await platform.ask('POST', '/embed/generate-session', {
      key: other.key,
      body: { ...mine, deploymentId: 1 },
    });
    expect(made.status).toBe(404);
    expect((await platform.ask('GET', '/embed-tenants/acme-corp/sessions', { key: other.key })).status).toBe(404);
    expect((await as(token, 'GET', '/users/me')).status).toBe(200);
  });

  it('go by the clock of the server alone', async () => {
    const token = await tokenFor({ externalId: 'u1' });
    const { iat, exp } = claimsIn(token);
    clock.time = start - day;
    expect((await as(token, 'GET', '/users/me')).status).toBe(200); // set back, as clocks are at times
    clock.time = exp * 1000 - 1;
    expect((await as(token, 'GET', '/users/me')).status).toBe(200);
    clock.time = iat * 1000 + day;
    expect((await as(token, 'GET', '/users/me')).status).toBe(401);
  });

  it('are of the same viewer as a recipient of notifications by that name (case 44)', async () => {
    const { id: workbookId } = (await platform.ask('POST', '/deployments/1/workbooks', { body: { name: 'Sales' } }))
      .body;
    const publishing = { body: { workbookId, config: { widgets: [] } } };
    const dashboard = (await platform.ask('POST', `/deployments/1/workbooks/${workbookId}/publish`, publishing)).body;
    const daily = { body: { scheduleType: 'DAILY', dashboardId: dashboard.id } };
    const { id } = (await platform.ask('POST', '/deployments/1/notifications', daily)).body;
    const recipients = [{ type: 'EMBED_USER', embedTenantName: 'acme-corp', externalId: 'x@y.io' }];
    const path = `/deployments/1/notifications/${id}/recipients`;
    expect((await platform.ask('POST', path, { body: { recipients } })).status).toBe(200);
    const [recipient] = (await platform.ask('GET', path)).body.items;
    const { userId } = await viewerOf({ externalId: 'x@y.io', embedTenantName: 'acme-corp' });
    expect(userId).toBe(recipient.embedUserId);
    expect((await viewerOf({ externalId: 'x@y.io' })).userId).not.toBe(userId);
  });

  it('are in the audit log, without what opens them', async () => {
    const { sessionId } = (await generate({ externalId: 'u1', securityContext: { team: 'secret-team' } })).body;
    const { items } = (await platform.ask('GET', '/audit-logs?eventName=Generated%20embed%20session')).body;
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain(sessionId);
    expect(JSON.stringify(items)).not.toContain('secret-team');
  });
});

function twice(name: string) {
  return [
    { name, value: 'x' },
    { name, value: 'y' },
  ];
}
