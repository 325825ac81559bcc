import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { storyKinds } from '../servers/store-place.ts';
import { ViewerService } from './viewer-service.ts';

describe.each(storyKinds)('viewers who query data, on %s', (kind) => {
  let viewers: ViewerService;

  beforeAll(async () => {
    viewers = await ViewerService.open(kind);
    for (const name of ['Teams', 'Everything']) await viewers.ask('POST', '/api/v1/groups', { name });
    await viewers.ask('POST', '/api/v1/user-attributes', { name: 'city', type: 'string' });
  });

  afterAll(() => viewers[Symbol.asyncDispose]());

  const ids = { dimensions: ['sales.id'], order: { 'sales.id': 'asc' } };
  const idsSeenBy = async (authorization: string) => {
    const { status, body } = await viewers.data(authorization, 'load', { query: ids });
    return status === 200 ? body.data.map((row: Record<string, unknown>) => Number(row['sales.id'])) : status;
  };
  const city = (value: string | null) => ({ userAttributes: [{ name: 'city', value }] });

  it('see the rows of their attributes, groups and context, as they are at the time (case 29)', async () => {
    const data = await viewers.dataTokenOf(await viewers.tokenFor({ externalId: 'u1', ...city('Oslo') }));
    const other = await viewers.dataTokenOf(
      await viewers.tokenFor({ externalId: 'u2', groups: ['Teams'], securityContext: { team: 'red' } }),
    );
    expect(await idsSeenBy(data)).toEqual([1, 2]);
    expect(await idsSeenBy(other)).toEqual([1, 3, 5]);
    const change = (given: object) =>
      viewers.ask('POST', '/api/v1/embed/generate-session', { deploymentId: 1, externalId: 'u1', ...given });
    await change(city('Rome'));
    expect(await idsSeenBy(data)).toEqual([3, 4]);
    await change(city(null));
    expect(await idsSeenBy(data)).toBe(400); // no policy grants anything without the attribute
    await change({ groups: ['Everything'] });
    expect(await idsSeenBy(data)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await change({ groups: ['Teams'] }); // the session has no team
    expect(await idsSeenBy(data)).toBe(400);
    expect(await idsSeenBy(other)).toEqual([1, 3, 5]);
  });

  it('see the rows of all values of an attribute that is a list', async () => {
    const definition = { name: 'city', type: 'string_array' };
    const given = { externalId: 'lists', embedTenantName: 'list-co', creatorMode: true };
    const lists = (values: readonly string[]) => ({ userAttributes: [{ name: 'city', value: values }] });
    const embed = await viewers.tokenFor({
      ...given,
      userAttributeDefinitions: [definition],
      ...lists(['Oslo', 'Bern']),
    });
    expect(await idsSeenBy(await viewers.dataTokenOf(embed))).toEqual([1, 2, 5, 6]);
  });

  it('reach the deployment of their session by either scheme, and no other one', async () => {
    const token = await viewers.tokenFor({ externalId: 'u8', ...city('Oslo') });
    const { id } = (await viewers.ask('POST', '/api/v1/deployments', { name: `second ${kind}` })).body;
    expect(id).toBeGreaterThan(1);
    for (const scheme of ['Embed-Token', 'Bearer']) {
      const ask = (method: string, path: string) => viewers.ask(method, path, undefined, `${scheme} ${token}`);
      expect((await ask('GET', '/api/v1/deployments/1')).status).toBe(200);
      for (const other of [id, 999]) {
        expect((await ask('GET', `/api/v1/deployments/${other}`)).status).toBe(403);
        expect((await ask('POST', `/api/v1/deployments/${other}/token`)).status).toBe(403);
        expect((await ask('GET', `/api/v1/deployments/${other}/shared-workspace`)).status).toBe(403);
      }
    }
  });

  it('get repeated requests answered by their present rights', async () => {
    const data = await viewers.dataTokenOf(await viewers.tokenFor({ externalId: 'u3', ...city('Oslo') }));
    for (let n = 0; n < 5; n++) expect(await idsSeenBy(data)).toEqual([1, 2]);
    await viewers.ask('POST', '/api/v1/embed/generate-session', { deploymentId: 1, externalId: 'u3', ...city('Bern') });
    expect(await idsSeenBy(data)).toEqual([5, 6]);
    const { items } = (await viewers.ask('GET', '/api/v1/embed-tenants/-/sessions')).body;
    const { id } = items.find(({ externalId }: { readonly externalId: string }) => externalId === 'u3');
    expect(await idsSeenBy(data)).toEqual([5, 6]);
    await viewers.ask('DELETE', `/api/v1/embed-tenants/-/sessions/${id}`);
    expect(await idsSeenBy(data)).toBe(401);
  });

  it('lose what another process revokes', async () => {
    const token = await viewers.tokenFor({ externalId: 'u4', ...city('Oslo') });
    const data = await viewers.dataTokenOf(token);
    for (let n = 0; n < 5; n++) expect(await idsSeenBy(data)).toEqual([1, 2]);
    await viewers.service.metadata.store.database.deleteFrom('embed_token').execute();
    await eventually(async () => expect(await idsSeenBy(data)).toBe(401));
    const me = await viewers.ask('GET', '/api/v1/users/me', undefined, `Embed-Token ${token}`);
    expect(me.status).toBe(401);
  });

  it('add nothing to the context of the session (attack 9)', async () => {
    const given = { externalId: 'u5', groups: ['Teams'], securityContext: { team: 'red' } };
    const embed = await viewers.tokenFor(given);
    const more = { securityContext: { team: 'blue' }, groups: ['Everything'], team: 'blue' };
    const made = await viewers.ask('POST', '/api/v1/deployments/1/token?team=blue', more, `Embed-Token ${embed}`);
    const answer = await viewers.data(made.body.cubeApiToken, 'load', { query: ids, ...more });
    expect(answer.body.data.map((row: Record<string, unknown>) => row['sales.id'])).toEqual(['1', '3', '5']);
    const statement = { query: 'SELECT SUM(amount) AS amount FROM sales' };
    expect((await viewers.data(made.body.cubeApiToken, 'cubesql', statement)).text).toContain('21');
  });

  it('have the address of their user, whatever the context says (case 45)', async () => {
    const textsOf = async (given: object) => {
      const data = await viewers.dataTokenOf(await viewers.tokenFor(given));
      const { status, body } = await viewers.data(data, 'load', { query: { dimensions: ['letters.text'] } });
      return status === 200 ? body.data.map((row: Record<string, unknown>) => row['letters.text']) : status;
    };
    const context = { securityContext: { email: 'bob@x.io' } };
    expect(await textsOf({ externalId: 'u6', email: 'ann@x.io', ...context })).toEqual(['to Ann']);
    expect(await textsOf({ externalId: 'u7', ...context })).toBe(400);
  });

  it('are who they are when they are users of the account', async () => {
    const { attributes, users, changes, accountId } = viewers.service.metadata;
    const { id } = await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    const give = (value: string) =>
      changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
        attributes.set(change, id, new Map([['city', value]])),
      );
    await give('Oslo');
    const data = await viewers.dataTokenOf(await viewers.tokenFor({ internalId: 'ann' }));
    expect(await idsSeenBy(data)).toEqual([1, 2]);
    await give('Rome');
    expect(await idsSeenBy(data)).toEqual([3, 4]);
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      users.update(change, id, { status: 'deactivated' }),
    );
    expect(await idsSeenBy(data)).toBe(401);
  });
});
