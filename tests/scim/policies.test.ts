import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { attributeAlias, attributeUrn, type Json, ScimService } from './scim-service.ts';

/** Case 27 as a whole: row filters use what a provider writes, on the next request. */
describe.each(storyKinds)('policies over what SCIM writes, on %s', (kind) => {
  let scim: ScimService;

  beforeAll(async () => {
    scim = await ScimService.open(kind, { project: join(import.meta.dirname, 'project') });
    const { changes, attributes, accountId } = scim.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      attributes.create(change, { name: 'country', type: 'string' }),
    );
  });

  afterAll(() => scim[Symbol.asyncDispose]());

  it('filter rows by the groups and attributes at the time of a query', async () => {
    const { users, accountId } = scim.metadata;
    const ann = await scim.user('ann@x.io', { [attributeUrn]: { country: 'DE' } });
    const other = await scim.user('other@x.io', { [attributeUrn]: { country: 'FR' } });
    const analysts = await scim.group('Analysts');
    const everywhere = await scim.group('Everywhere', other.id);
    const user = await users.getByUid(accountId, ann.id);
    const key = await scim.keyOf(user ?? { id: 0 });
    const made = await fetch(`${scim.served.origin}/api/v1/deployments/1/token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    const { cubeApiToken: authorization }: { cubeApiToken: string } = JSON.parse(await made.text());
    const query = encodeURIComponent(JSON.stringify({ measures: ['sales.amount'] }));
    const amount = async () => {
      const answer = await fetch(`${scim.served.origin}/cubejs-api/v1/load?query=${query}`, {
        headers: { authorization },
      });
      const body = JSON.parse(await answer.text());
      return answer.status === 200 ? body.data[0]['sales.amount'] : answer.status;
    };
    const change = async (path: string, operation: Json) =>
      expect((await scim.patch(path, operation)).status).toBe(200);

    expect(await amount()).toBe(400); // a member that no policy grants counts as missing
    await change(`/Groups/${analysts.id}`, { op: 'Add', path: 'members', value: [{ $ref: null, value: ann.id }] });
    expect(await amount()).toBe('30');
    await change(`/Users/${ann.id}`, { op: 'Replace', path: `${attributeAlias}:country`, value: 'FR' });
    expect(await amount()).toBe('35');
    await change(`/Users/${ann.id}`, { op: 'Replace', path: `${attributeUrn}:country`, value: 'none' });
    expect([null, '0']).toContain(await amount());
    await change(`/Users/${ann.id}`, { op: 'Remove', path: `${attributeUrn}:country` });
    expect(await amount()).toBe(400);
    await change(`/Groups/${everywhere.id}`, { op: 'add', path: 'members', value: [{ value: ann.id }] });
    expect(await amount()).toBe('105');
    await change(`/Groups/${everywhere.id}`, { op: 'replace', value: { displayName: 'Elsewhere' } });
    expect(await amount()).toBe(400);
    await change(`/Groups/${everywhere.id}`, { op: 'replace', value: { displayName: 'Everywhere' } });
    expect(await amount()).toBe('105');
    expect((await scim.ask('DELETE', `/Groups/${everywhere.id}`)).status).toBe(204);
    expect(await amount()).toBe(400);
    await change(`/Users/${ann.id}`, { op: 'add', value: { [`${attributeUrn}:country`]: 'DE' } });
    expect(await amount()).toBe('30');
    await change(`/Users/${ann.id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(await amount()).toBe(401);
    await change(`/Users/${ann.id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(await amount()).toBe('30');
    await scim.ask('DELETE', `/Users/${ann.id}`);
    expect(await amount()).toBe(401);
  });
});
