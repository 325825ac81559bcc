import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tables } from '../../packages/store/src/index.ts';
import { storyKinds } from '../servers/store-place.ts';
import { ViewerService } from './viewer-service.ts';

const place = '/api/v1/deployments/1';
const tenants = '/api/v1/embed-tenants';
const query = { query: { measures: ['sales.amount'] } };

describe.each(storyKinds)('what is left of viewers and tenants that are deleted, on %s', (kind) => {
  let viewers: ViewerService;
  let time: number;

  beforeEach(async () => {
    time = Date.now();
    viewers = await ViewerService.open(kind, { now: () => time });
  });

  afterEach(() => viewers[Symbol.asyncDispose]());

  const creator = {
    creatorMode: true,
    groupDefinitions: [{ name: 'Sales' }],
    groups: ['Sales'],
    userAttributeDefinitions: [{ name: 'city', type: 'string' }],
    userAttributes: [{ name: 'city', value: 'Oslo' }],
  };

  async function enter(embedTenantName: string, externalId: string, more: object = creator) {
    const token = await viewers.tokenFor({ embedTenantName, externalId, ...more });
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return {
      id: Number(sub),
      dataToken: await viewers.dataTokenOf(token),
      ask: (method: string, path: string, body?: unknown) => viewers.ask(method, path, body, `Embed-Token ${token}`),
    };
  }

  type Entered = Awaited<ReturnType<typeof enter>>;

  /** The answers to the viewer's tokens: for the Platform API, and for data. */
  const answersTo = async ({ ask, dataToken }: Entered) => [
    (await ask('GET', '/api/v1/users/embed-theme')).status,
    (await viewers.data(dataToken, 'load', query)).status,
  ];
  const names = async ({ ask }: Entered) =>
    ((await ask('GET', `${place}/workspace`)).body.items as readonly { readonly name: string }[]).map(
      ({ name }) => name,
    );

  /** A folder with a workbook, and a second workbook that a colleague sees; the first one is a favourite. */
  async function make(viewer: Entered, colleague: Entered): Promise<void> {
    const { body: folder } = await viewer.ask('POST', `${place}/folders`, { name: 'own folder' });
    const { body: own } = await viewer.ask('POST', `${place}/workbooks`, { name: 'own', folderId: folder.id });
    const { body: shared } = await viewer.ask('POST', `${place}/workbooks`, { name: 'shared' });
    expect((await viewer.ask('PUT', `${place}/workspace/${own.id}/favorite`)).status).toBeLessThan(300);
    const policy = { resourceType: 'Workbook', resourceId: shared.id, userId: colleague.id, action: 'WorkbookRead' };
    const given = await viewer.ask('PUT', '/api/v1/resource-policies/user', policy);
    expect([given.status, given.text]).toEqual([expect.toBeOneOf([200, 204]), expect.any(String)]);
  }

  /** How many rows there are of viewers, of tenants, and of what is theirs. */
  async function left() {
    const { database } = viewers.service.metadata.store;
    const rows = async (table: keyof Tables, kind?: string) => {
      const found = await database.selectFrom(table).selectAll().execute();
      return found.filter((row) => kind === undefined || ('kind' in row && row.kind === kind)).length;
    };
    return {
      tenants: await rows('embed_tenant'),
      viewers: await rows('account_user', 'external'),
      groups: await rows('user_group', 'own'),
      systemGroups: await rows('user_group', 'system'),
      attributes: await rows('user_attribute'),
      sessions: await rows('embed_session'),
      tokens: await rows('embed_token'),
      items: await rows('content_item'),
      memberships: await rows('group_member'),
      values: await rows('user_attribute_value'),
      policies: await rows('resource_policy'),
      favourites: await rows('content_favourite'),
    };
  }

  it('nothing of a deleted tenant, and a tenant of the same name gets nothing of it', async () => {
    const other = await enter('other-co', 'u1');
    await make(other, await enter('other-co', 'u2'));
    const before = await left();
    const viewer = await enter('acme-corp', 'u1');
    await make(viewer, await enter('acme-corp', 'u2'));
    const session = { deploymentId: 1, externalId: 'u1', embedTenantName: 'acme-corp' };
    const { body: waiting } = await viewers.ask('POST', '/api/v1/embed/generate-session', session);
    expect(await answersTo(viewer)).toEqual([200, 200]);
    expect((await left()).items).toBe(before.items * 2);

    expect((await viewers.ask('DELETE', `${tenants}/acme-corp`)).status).toBe(204);
    expect(await left()).toEqual(before);
    expect(await answersTo(viewer)).toEqual([401, 401]);
    expect((await viewers.ask('POST', '/api/v1/embed/session/token', waiting)).status).toBe(401);
    for (const list of ['users', 'groups', 'user-attributes', 'sessions']) {
      expect((await viewers.ask('GET', `${tenants}/acme-corp/${list}`)).status).toBe(404);
    }

    const again = await enter('acme-corp', 'u1', { creatorMode: true });
    expect(again.id).toBeGreaterThan(viewer.id);
    expect(await answersTo(viewer)).toEqual([401, 401]);
    expect(await names(again)).toEqual([]);
    for (const list of ['groups', 'user-attributes']) {
      expect((await viewers.ask('GET', `${tenants}/acme-corp/${list}`)).body.items).toEqual([]);
    }
    expect(
      (await viewers.ask('POST', '/api/v1/embed/generate-session', { ...session, groups: ['Sales'] })).status,
    ).toBe(400);
    expect(await names(other)).toEqual(expect.arrayContaining(['own folder', 'shared']));
    expect(await answersTo(other)).toEqual([200, 200]);
  });

  it('of a deleted viewer what is shared, and nothing else', async () => {
    const [viewer, colleague] = [await enter('acme-corp', 'u1'), await enter('acme-corp', 'u2')];
    await make(viewer, colleague);
    expect((await viewers.ask('DELETE', `${tenants}/acme-corp/users/${viewer.id}`)).status).toBe(204);
    expect(await answersTo(viewer)).toEqual([401, 401]);
    expect(await answersTo(colleague)).toEqual([200, 200]);
    expect(await names(colleague)).toEqual(['shared']);
    expect(await left()).toMatchObject({ items: 1, favourites: 0, memberships: 1, values: 1, viewers: 1, tokens: 1 });
    const again = await enter('acme-corp', 'u1', { creatorMode: true });
    expect(again.id).toBeGreaterThan(colleague.id);
    expect(await names(again)).toEqual([]);
  });

  it('of an ephemeral viewer nothing acts after their time, before and after the job', async () => {
    const brief = { ...creator, isEphemeral: true, ephemeralTtlSeconds: 60 };
    const [viewer, colleague] = [await enter('acme-corp', 'u1', brief), await enter('acme-corp', 'u2')];
    const turned = await enter('acme-corp', 'u3', brief);
    await make(viewer, colleague);
    expect((await enter('acme-corp', 'u3')).id).toBe(turned.id);
    expect((await enter('acme-corp', 'u2', brief)).id).toBe(colleague.id);
    time += 60_000;
    expect(await answersTo(viewer)).toEqual([401, 401]);
    const listed = (await viewers.ask('GET', `${tenants}/acme-corp/users`)).body.items;
    expect(listed.map(({ externalId, expiresAt }: Record<string, unknown>) => [externalId, expiresAt])).toEqual([
      ['u2', null],
      ['u3', null],
    ]);
    expect((await viewers.ask('GET', `${tenants}/acme-corp/groups`)).body.items).toMatchObject([{ userCount: 2 }]);
    expect((await viewers.ask('DELETE', `${tenants}/acme-corp/users/${viewer.id}`)).status).toBe(404);
    expect(await left()).toMatchObject({ viewers: 3, items: 3 });
    await viewers.service.metadata.embedUsers.forget();
    expect(await left()).toMatchObject({ viewers: 2, items: 1, favourites: 0, memberships: 2, values: 2 });
    expect(await answersTo(viewer)).toEqual([401, 401]);
    expect((await enter('acme-corp', 'u1')).id).toBeGreaterThan(turned.id);
    expect(await answersTo(viewer)).toEqual([401, 401]);
  });

  it('of an ephemeral viewer no name among those with whom something is shared', async () => {
    const brief = { ...creator, isEphemeral: true, ephemeralTtlSeconds: 60, userProfile: { displayName: 'Ann' } };
    const [viewer, colleague] = [await enter('acme-corp', 'u1'), await enter('acme-corp', 'u2', brief)];
    await make(viewer, colleague);
    const { id } = (await viewer.ask('GET', `${place}/workspace`)).body.items.find(
      ({ name }: { readonly name: string }) => name === 'shared',
    );
    const listed = async () =>
      (await viewer.ask('GET', `/api/v1/resource-policies?resourceType=Workbook&resourceId=${id}`)).text;
    expect(await listed()).toContain('Ann');
    time += 60_000;
    const after = await listed();
    expect(after).not.toContain('Ann');
    expect(after).not.toContain('u2');
  });
});
