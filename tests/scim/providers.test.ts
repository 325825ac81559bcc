import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { attributeUrn, groupUrn, type Json, type ScimAnswer, ScimService, userUrn } from './scim-service.ts';

const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Case 50 of the acceptance cases: everything that Okta and Entra ID send, in their order. */
describe.each(storyKinds)('whole days of identity providers, on %s', (kind) => {
  let scim: ScimService;

  beforeAll(async () => {
    scim = await ScimService.open(kind);
    const { changes, attributes, accountId } = scim.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      attributes.create(change, { name: 'country', type: 'string' }),
    );
  });

  afterAll(() => scim[Symbol.asyncDispose]());

  const ids = (answer: ScimAnswer): readonly string[] => answer.body.Resources.map(({ id }: Json) => id);
  const members = (answer: ScimAnswer): readonly string[] =>
    (answer.body.members ?? []).map(({ value }: Json) => value);

  function expectStatus(answer: ScimAnswer, status: number): ScimAnswer {
    expect([answer.status, answer.body?.detail]).toEqual([status, undefined]);
    return answer;
  }

  it('Okta', async () => {
    const headers = { accept: 'application/scim+json', 'content-type': 'application/scim+json; charset=utf-8' };
    const okta = async (
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      status: number,
      body?: Json,
    ) => expectStatus(await scim.ask(method, path, { headers, ...(body ? { body } : {}) }), status);
    const find = (path: string, filter: string) =>
      okta('GET', `${path}?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`, 200);
    const patch = (path: string, ...operations: readonly Json[]) =>
      okta('PATCH', path, 200, { schemas: [patchUrn], Operations: operations });

    for (const path of [
      '/Users?startIndex=1&count=2',
      '/Users?startIndex=1&count=1',
      '/Groups?startIndex=1&count=100',
    ]) {
      const { body } = await okta('GET', path, 200);
      expect([body.totalResults, body.startIndex, body.itemsPerPage].every(Number.isInteger)).toBe(true);
    }
    expect(ids(await find('/Users', 'userName eq "ann@okta.io"'))).toEqual([]);
    const made = await okta('POST', '/Users', 201, {
      schemas: [userUrn],
      userName: 'ann@okta.io',
      name: { givenName: 'Ann', familyName: 'Lee' },
      emails: [{ primary: true, value: 'ann@okta.io', type: 'work' }],
      displayName: 'Ann Lee',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    });
    const { id } = made.body;
    expect(made.body).toMatchObject({ externalId: '00ujl29u0le5T6Aj10h7', active: true, displayName: 'Ann Lee' });
    expect(ids(await find('/Users', 'userName eq "ann@okta.io"'))).toEqual([id]);
    const second = await scim.ask('POST', '/Users', { headers, body: { schemas: [userUrn], userName: 'ANN@okta.io' } });
    expect([second.status, second.body.scimType]).toEqual([409, 'uniqueness']);

    // A custom app sends the whole object.
    const held = (await okta('GET', `/Users/${id}`, 200)).body;
    const renamed = await okta('PUT', `/Users/${id}`, 200, {
      ...held,
      displayName: 'Ann B. Lee',
      groups: [],
      password: 'x',
    });
    expect(renamed.body).toMatchObject({ displayName: 'Ann B. Lee', emails: held.emails, active: true });
    expect((await okta('PUT', `/Users/${id}`, 200, { ...renamed.body, active: false })).body.active).toBe(false);
    expect((await okta('GET', `/Users/${id}`, 200)).body.active).toBe(false);
    expect((await okta('PUT', `/Users/${id}`, 200, { ...renamed.body, active: true })).body.active).toBe(true);
    // An app of the catalogue sends values without a path.
    expect(
      (await patch(`/Users/${id}`, { op: 'replace', value: { displayName: 'Ann', name: { givenName: 'An' } } })).body,
    ).toMatchObject({
      displayName: 'Ann',
      name: { givenName: 'An', familyName: 'Lee' },
    });
    for (const active of [false, true]) {
      expect((await patch(`/Users/${id}`, { op: 'replace', value: { active } })).body.active).toBe(active);
    }
    const bob = (await okta('POST', '/Users', 201, { schemas: [userUrn], userName: 'bob@okta.io', active: true })).body
      .id;

    const seen: string[] = [];
    for (let startIndex = 1; ; ) {
      const { body } = await okta('GET', `/Users?startIndex=${startIndex}&count=2`, 200);
      seen.push(...body.Resources.map((user: Json) => user['id']));
      startIndex += body.itemsPerPage;
      if (startIndex > body.totalResults) break;
    }
    expect([new Set(seen).size, seen.includes(id), seen.includes(bob)]).toEqual([seen.length, true, true]);

    expect(ids(await find('/Groups', 'displayName eq "Analysts Okta"'))).toEqual([]);
    const group = await okta('POST', '/Groups', 201, {
      schemas: [groupUrn],
      displayName: 'Analysts Okta',
      members: [{ value: id, display: 'ann@okta.io' }],
    });
    const path = `/Groups/${group.body.id}`;
    expect(
      members(await patch(path, { op: 'add', path: 'members', value: [{ value: bob, display: 'bob@okta.io' }] })),
    ).toEqual([id, bob]);
    expect(members(await patch(path, { op: 'remove', path: `members[value eq "${id}"]` }))).toEqual([bob]);
    const whole = [
      { value: id, display: 'ann@okta.io' },
      { value: bob, display: 'bob@okta.io' },
    ];
    expect(members(await patch(path, { op: 'replace', path: 'members', value: whole }))).toEqual([id, bob]);
    const put = { schemas: [groupUrn], id: group.body.id, displayName: 'Analysts Okta', members: [whole[1]] };
    expect(members(await okta('PUT', path, 200, put))).toEqual([bob]);
    const rename = await patch(path, { op: 'replace', value: { id: group.body.id, displayName: 'Okta renamed' } });
    expect([rename.body.displayName, rename.body.id, members(rename)]).toEqual(['Okta renamed', group.body.id, [bob]]);
    await okta('DELETE', path, 204);
    expect((await okta('GET', `/Users/${bob}`, 200)).body.groups).toBeUndefined();
  });

  it.each([
    ['without', false],
    ['with', true],
  ])('Entra ID %s the flag of its compliant dialect', async (_, isCompliant) => {
    const name = isCompliant ? 'flag' : 'plain';
    const entra = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, status: number, body?: Json) =>
      expectStatus(await scim.ask(method, path, body ? { body } : {}), status);
    const find = (path: string, filter: string, more = '') =>
      entra('GET', `${path}?${more}filter=${encodeURIComponent(filter)}`, 200);
    const patch = (path: string, ...operations: readonly Json[]) =>
      entra('PATCH', path, 200, { schemas: [patchUrn], Operations: operations });
    const op = (verb: string) => (isCompliant ? verb.toLowerCase() : verb);

    const probe = await find('/Users', `userName eq "${crypto.randomUUID()}"`);
    expect([probe.body.totalResults, probe.body.Resources]).toEqual([0, []]);
    const userName = `ann@${name}.io`;
    expect(ids(await find('/Users', `userName eq "${userName}"`))).toEqual([]);
    const made = await entra('POST', '/Users', 201, {
      schemas: [userUrn, enterpriseUrn],
      externalId: `ann-${name}`,
      userName,
      active: true,
      displayName: 'Ann',
      name: { formatted: 'Ann Lee' },
      meta: { resourceType: 'User' },
      roles: [],
    });
    const { id } = made.body;
    expect(made.body).not.toHaveProperty('emails');
    for (const filter of [`userName eq "${userName}"`, `externalId eq "ann-${name}"`])
      expect(ids(await find('/Users', filter))).toEqual([id]);
    await entra('GET', `/Users/${id}`, 200);

    const country = `${attributeUrn}:country`;
    const changes = {
      displayName: 'Ann Lee',
      'emails[type eq "work"].value': `work-${userName}`,
      'name.familyName': 'Lee',
      [country]: 'DE',
      'addresses[type eq "work"].country': 'DE',
      [`${enterpriseUrn}:department`]: 'Sales',
    };
    const updated = isCompliant
      ? await patch(`/Users/${id}`, { op: 'replace', value: changes })
      : await patch(
          `/Users/${id}`,
          { op: 'Replace', path: 'displayName', value: 'Ann Lee' },
          { op: 'Replace', path: 'emails[type eq "work"].value', value: `work-${userName}` },
          { op: 'Add', path: 'name.familyName', value: 'Lee' },
          { op: 'Add', path: country, value: 'DE' },
          { op: 'Add', path: `${enterpriseUrn}:department`, value: 'Sales' },
        );
    expect(updated.body).toMatchObject({
      displayName: 'Ann Lee',
      emails: [{ type: 'work', value: `work-${userName}` }],
      name: { formatted: 'Ann Lee', familyName: 'Lee' },
      [attributeUrn]: { country: 'DE' },
    });
    expect(ids(await find('/Users', `emails[type eq "work"].value eq "work-${userName}"`))).toEqual([id]);

    for (const isActive of [false, true, false, true]) {
      const text = isActive ? 'True' : 'False';
      const switched = isCompliant
        ? { op: 'replace', value: { active: isActive } }
        : { op: 'Replace', path: 'active', value: text };
      expect((await patch(`/Users/${id}`, switched)).body.active).toBe(isActive);
      const found = await find('/Users', `userName eq "${userName}"`);
      expect(found.body.Resources[0].active).toBe(isActive);
    }
    const bob = (await entra('POST', '/Users', 201, { schemas: [userUrn], userName: `bob@${name}.io`, active: true }))
      .body.id;

    const filter = `displayName eq "Analysts ${name}"`;
    expect(ids(await find('/Groups', filter, 'excludedAttributes=members&'))).toEqual([]);
    const group = await entra('POST', '/Groups', 201, {
      schemas: [groupUrn, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: `group-${name}`,
      displayName: `Analysts ${name}`,
      meta: { resourceType: 'Group' },
    });
    const path = `/Groups/${group.body.id}`;
    expect((await entra('GET', `${path}?excludedAttributes=members`, 200)).body).toMatchObject({
      externalId: `group-${name}`,
    });
    const value = [id, bob].map((member) => ({ $ref: null, value: member }));
    expect(members(await patch(path, { op: op('Add'), path: 'members', value }))).toEqual([id, bob]);
    expect((await find('/Groups', filter, 'excludedAttributes=members&')).body.Resources[0]).not.toHaveProperty(
      'members',
    );
    const isMember = async (user: string) =>
      (await find('/Groups', `id eq "${group.body.id}" and members eq "${user}"`, 'attributes=id&')).body.totalResults;
    expect([await isMember(id), await isMember(bob)]).toEqual([1, 1]);
    const removal = isCompliant
      ? { op: 'remove', path: `members[value eq "${id}"]` }
      : { op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] };
    expect(members(await patch(path, removal))).toEqual([bob]);
    expect([await isMember(id), await isMember(bob)]).toEqual([0, 1]);
    const rename = isCompliant
      ? { op: 'replace', value: { displayName: `Renamed ${name}` } }
      : { op: 'Replace', path: 'displayName', value: `Renamed ${name}` };
    expect((await patch(path, rename)).body.displayName).toBe(`Renamed ${name}`);
    await entra('DELETE', path, 204);
    await entra('DELETE', `/Users/${id}`, 204);
    expect((await scim.ask('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await scim.get(`/Users/${id}`)).status).toBe(404);
    expect(ids(await find('/Users', `userName eq "${userName}"`))).toEqual([]);
  });
});
