import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { attributeAlias, attributeUrn, expectError, type Json, ScimService, userUrn } from './scim-service.ts';

interface Described {
  readonly name: string;
  readonly type: string;
  readonly multiValued: boolean;
  readonly mutability: string;
  readonly required: boolean;
  readonly subAttributes?: readonly Described[];
}

/** The numbers are those of the acceptance cases of SCIM. */
describe.each(storyKinds)('SCIM, on %s', (kind) => {
  let scim: ScimService;
  let time = Date.UTC(2026, 5, 17);

  beforeAll(async () => {
    scim = await ScimService.open(kind, { environment: { ORRERY_SCIM_ATTRIBUTE_URN: attributeAlias } });
  });

  afterAll(() => scim[Symbol.asyncDispose]());

  it('10, 11: gives lists in pages', async () => {
    for (let number = 1; number <= 4; number += 1) await scim.user(`page${number}`);
    const page = async (query: Readonly<Record<string, string>>) => {
      const { status, body } = await scim.list('/Users', query);
      const names = body.Resources?.map(({ userName }: { userName: string }) => userName);
      return [status, body.totalResults, body.startIndex, body.itemsPerPage, names];
    };
    const all = ['admin', 'page1', 'page2', 'page3', 'page4'];
    expect(await page({})).toEqual([200, 5, 1, 5, all]);
    expect(await page({ startIndex: '2', count: '2' })).toEqual([200, 5, 2, 2, ['page1', 'page2']]);
    expect(await page({ count: '0' })).toEqual([200, 5, 1, 0, []]);
    for (const startIndex of ['0', '-3'])
      expect(await page({ startIndex, count: '1' })).toEqual([200, 5, 1, 1, ['admin']]);
    expect(await page({ count: '-1' })).toEqual([200, 5, 1, 0, []]);
    expect(await page({ startIndex: '99' })).toEqual([200, 5, 99, 0, []]);
    expect(await page({ startIndex: '6', count: '1' })).toEqual([200, 5, 6, 0, []]);
    expect(await page({ count: '100000' })).toEqual([200, 5, 1, 5, all]);
    for (const query of [{ startIndex: 'x' }, { count: '1.5' }, { count: '' }]) {
      expectError(await scim.list('/Users', query), 400, 'invalidValue');
    }
    for (const filter of ['userName pr', 'userName sw "PAGE" or userName eq "admin"', 'userName co "a"']) {
      const walked: string[] = [];
      for (let startIndex = 1; startIndex <= 5; startIndex += 2) {
        const [, total, , , names] = await page({ filter, startIndex: String(startIndex), count: '2' });
        expect(total).toBe(5);
        walked.push(...names);
      }
      expect(walked).toEqual(all);
      expect(await page({ filter, count: '0' })).toEqual([200, 5, 1, 0, []]);
    }
    const sorted = async (sortBy: string, sortOrder = 'ascending') =>
      (await page({ sortBy, sortOrder, count: '3' })).slice(1);
    await scim.user('Page0', {
      name: { familyName: 'Z' },
      emails: [{ value: 'z@x' }, { value: 'a@x', primary: true }],
      active: false,
    });
    expect(await sorted('userName')).toEqual([6, 1, 3, ['admin', 'Page0', 'page1']]);
    expect(await sorted('USERNAME', 'descending')).toEqual([6, 1, 3, ['page4', 'page3', 'page2']]);
    expect(await sorted('name.familyName')).toEqual([6, 1, 3, ['Page0', 'admin', 'page1']]);
    expect(await sorted('emails.value', 'descending')).toEqual([6, 1, 3, ['admin', 'page1', 'page2']]);
    expect((await sorted('meta.created', 'descending')).slice(0, 3)).toEqual([6, 1, 3]);
    expect(await sorted('active')).toEqual([6, 1, 3, ['Page0', 'admin', 'page1']]);
    for (const query of [
      { sortBy: 'name' },
      { sortBy: 'groups' },
      { sortBy: 'foo' },
      { sortBy: 'userName', sortOrder: 'up' },
    ]) {
      expectError(await scim.list('/Users', query), 400, 'invalidValue');
    }
  });

  it('44: searches by a body, in one kind and in all', async () => {
    const { id } = await scim.user('ann44@x.io', { displayName: 'Same 44' });
    const group = await scim.group('Same 44');
    const search = (path: string, body: Json) => scim.ask('POST', path, { body });
    const found = await search('/Users/.search', { filter: 'userName eq "ANN44@x.io"', attributes: ['userName'] });
    expect(found.body.Resources).toEqual([{ schemas: [userUrn], id, userName: 'ann44@x.io' }]);
    const filter = 'displayName eq "same 44"';
    const both = await search('/.search', { filter, attributes: ['id'] });
    expect(both.body.Resources.map((one: { id: string }) => one.id)).toEqual([id, group.id]);
    const second = await search('/.search', { filter, startIndex: 2, count: 1 });
    expect([second.body.totalResults, second.body.Resources.map((one: { id: string }) => one.id)]).toEqual([
      2,
      [group.id],
    ]);
    const users = await search('/.search', { filter: 'userName eq "ann44@x.io"' });
    expect([users.body.totalResults, users.body.Resources[0].id]).toEqual([1, id]);
    expect((await search('/Groups/.search/', { filter })).body.totalResults).toBe(1);
    expectError(await search('/.search', { filter: 'foo eq "x"' }), 400, 'invalidFilter');
    expectError(
      await search('/Users/.search', { attributes: ['id'], excludedAttributes: ['id'] }),
      400,
      'invalidValue',
    );
    for (const path of ['/.search', '/Users/.search', '/Groups/.search']) expectError(await scim.get(path), 405);
  });

  it('41, 42: describes itself', async () => {
    const config = await scim.get('/ServiceProviderConfig');
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken', primary: true }],
      meta: { resourceType: 'ServiceProviderConfig', location: `${scim.base}/ServiceProviderConfig` },
    });
    const extensions = async () => (await scim.get('/ResourceTypes/User')).body.schemaExtensions;
    const schemaNames = async () =>
      (await scim.get('/Schemas')).body.Resources.map(({ name }: { name: string }) => name);
    expect(await extensions()).toBeUndefined();
    expect(await schemaNames()).toEqual(['User', 'Group', 'ServiceProviderConfig', 'ResourceType', 'Schema']);
    const { changes, attributes, accountId } = scim.metadata;
    for (const [name, type] of [
      ['country', 'string'],
      ['level', 'number'],
      ['regions', 'string_array'],
    ] as const) {
      await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
        attributes.create(change, { name, type, description: `the ${name}` }),
      );
    }
    expect(await extensions()).toEqual([{ schema: attributeAlias, required: false }]);
    expect(await schemaNames()).toContain('UserAttribute');
    const types = await scim.get('/ResourceTypes');
    expect(types.body.Resources.map(({ id, endpoint }: Json) => [id, endpoint])).toEqual([
      ['User', '/Users'],
      ['Group', '/Groups'],
    ]);
    const { body } = await scim.get('/Schemas');
    for (const schema of body.Resources) {
      expect((await scim.get(`/Schemas/${schema.id}`)).body).toEqual(schema);
      expect(schema.meta.location).toBe(`${scim.base}/Schemas/${schema.id}`);
    }
    for (const path of [
      '/ServiceProviderConfig',
      '/ResourceTypes',
      '/ResourceTypes/User',
      '/Schemas',
      `/Schemas/${userUrn}`,
    ]) {
      expect((await scim.get(`${path}/`)).status).toBe(200);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const refused = await scim.ask(method, path);
        expectError(refused, 405);
        expect(refused.headers.get('allow')).toBe('GET');
      }
      expectError(await scim.get(`${path}?filter=id+pr`), 403);
      expectError(await scim.ask('GET', path, { authorization: '' }), 401);
    }
    for (const path of ['/ResourceTypes/Device', '/Schemas/urn:none']) expectError(await scim.get(path), 404);
  });

  it('43, 45: refuses the features it lacks', async () => {
    for (const path of [
      '/nothing',
      '/',
      '',
      '/Users/x/y',
      '/Devices',
      `/Users/${crypto.randomUUID()}`,
      '/Users/1',
      '/Groups/%00',
    ]) {
      const answer = await scim.get(path);
      expect([path, [400, 404].includes(answer.status)]).toEqual([path, true]);
    }
    expectError(await scim.get('/nothing'), 404);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expectError(await scim.ask(method, '/Me'), 501);
    expectError(await scim.ask('POST', '/Bulk', { body: { Operations: [] } }), 501);
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) expectError(await scim.ask(method, '/Users'), 405);
    expectError(await scim.ask('POST', `/Users/${crypto.randomUUID()}`, { body: {} }), 405);
    expect((await scim.ask('HEAD', '/Users')).status).toBe(200);
  });

  it('48: speaks both media types', async () => {
    const typeFor = async (headers: Readonly<Record<string, string>>, body?: Json) => {
      const answer = await scim.ask(body ? 'POST' : 'GET', '/Users', { headers, ...(body ? { body } : {}) });
      expect([200, 201]).toContain(answer.status);
      return answer.headers.get('content-type');
    };
    const [own, plain] = ['application/scim+json; charset=utf-8', 'application/json; charset=utf-8'];
    expect(await typeFor({})).toBe(own);
    expect(await typeFor({ accept: 'application/scim+json' })).toBe(own);
    expect(await typeFor({ accept: 'application/json' })).toBe(plain);
    expect(await typeFor({ accept: 'application/json, application/scim+json;q=0.5' })).toBe(own);
    expect(await typeFor({ accept: 'application/json' }, { userName: 'media1' })).toBe(own);
    expect(await typeFor({ 'content-type': 'application/json' }, { userName: 'media2' })).toBe(own);
    expect(
      await typeFor(
        { 'content-type': 'application/json; charset=UTF-8', accept: 'application/json' },
        { userName: 'media3' },
      ),
    ).toBe(plain);
    expectError(
      await scim.ask('POST', '/Users', { headers: { 'content-type': 'text/plain' }, body: '{"userName":"media4"}' }),
      415,
    );
    const large = { userName: 'media5', displayName: 'x'.repeat(1024 * 1024) };
    expectError(await scim.ask('POST', '/Users', { body: large }), 413);
  });

  it('46: stores every attribute that it declares as writable', async () => {
    const { body } = await scim.get('/Schemas');
    const attributesOf = (id: string): readonly Described[] =>
      body.Resources.find((schema: Json) => schema.id === id).attributes;
    const sample = (attribute: Described, round: number): unknown => {
      if (attribute.type === 'complex') {
        const parts = (attribute.subAttributes ?? []).map((sub) => [sub.name, sample(sub, round)]);
        const element = Object.fromEntries(parts);
        return attribute.multiValued ? [element] : element;
      }
      const one = { boolean: round === 1, decimal: round, string: `value${round}@x.io` }[attribute.type];
      return attribute.multiValued ? [one] : one;
    };
    const { id } = await scim.user('case46');
    // Missing attributes are derived from the given ones; a user without `active` is inactive.
    const unsaid: Json = { name: { formatted: 'value2@x.io' }, displayName: 'value2@x.io', active: false };
    const tried: string[] = [];
    for (const [prefix, described] of [
      ['', attributesOf(userUrn)],
      [`${attributeAlias}:`, attributesOf(attributeAlias)],
    ] as const) {
      for (const attribute of described.filter(({ mutability }) => mutability === 'readWrite')) {
        const path = `${prefix}${attribute.name}`;
        const read = (user: Json) => (prefix === '' ? user : ((user[attributeAlias] ?? {}) as Json))[attribute.name];
        const change = async (operation: Json) => {
          const answer = await scim.patch(`/Users/${id}`, { path, ...operation });
          expect([path, answer.status, answer.body.detail]).toEqual([path, 200, undefined]);
          expect((await scim.get(`/Users/${id}`)).body).toEqual(answer.body);
          return read(answer.body);
        };
        tried.push(path);
        expect(await change({ op: 'add', value: sample(attribute, 1) })).toEqual(sample(attribute, 1));
        expect(await change({ op: 'replace', value: sample(attribute, 2) })).toEqual(sample(attribute, 2));
        if (attribute.required) {
          expectError(await scim.patch(`/Users/${id}`, { op: 'remove', path }), 400, 'mutability');
        } else {
          await change({ op: 'replace', value: sample(attribute, 1) });
          expect(await change({ op: 'remove' })).toEqual(unsaid[attribute.name]);
        }
      }
    }
    expect(tried).toEqual([
      'userName',
      'name',
      'displayName',
      'emails',
      'active',
      ...['country', 'level', 'regions'].map((name) => `${attributeAlias}:${name}`),
    ]);
    const known = await scim.patch(`/Users/${id}`, { op: 'add', path: `${attributeUrn}:level`, value: 5 });
    expect(known.body[attributeAlias]).toEqual({ level: 5 });
  });

  it('52: refuses requests above the configured rate, and no others', async () => {
    await using bounded = await ScimService.open(kind, {
      environment: { ORRERY_SCIM_REQUESTS_PER_SECOND: '25' },
      now: () => time,
    });
    for (let number = 0; number < 300; number += 1) {
      time += 40;
      const made = await bounded.ask('POST', '/Users', { body: { userName: `rate${number}` } });
      expect(made.status).toBe(201);
    }
    let refused = await bounded.get('/Users?count=1');
    for (let number = 0; number < 25 && refused.status === 200; number += 1)
      refused = await bounded.get('/Users?count=1');
    expectError(refused, 429);
    expect(refused.headers.get('retry-after')).toBe('1');
    time += 1000;
    expect((await bounded.get('/Users?count=1')).status).toBe(200);
  });

  it('is only available when the account has switched it on', async () => {
    const { changes, settings, accountId } = scim.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      settings.update(change, { flags: { scim: false } }),
    );
    const refused = await scim.get('/Users');
    expect([refused.status, refused.body.detail]).toEqual([403, 'SCIM provisioning is not enabled']);
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      settings.update(change, { flags: { scim: true } }),
    );
    expect((await scim.get('/Users')).status).toBe(200);
  });
});
