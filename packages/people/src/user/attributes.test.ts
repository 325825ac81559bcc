import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import type { AttributeType, AttributeValue } from '../../../kernel/src/caller/attribute.ts';
import type { NewAttribute } from '../attribute/attribute-service.ts';

const clock = { now: () => 1_770_000_000_000 };

describe.each(storeKinds)('user attributes on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let ann: number;

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    ann = (
      await metadata.changes.make({ accountId: metadata.accountId, by }, (change) =>
        metadata.users.create(change, { username: 'ann', role: 'viewer' }),
      )
    ).id;
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const create = (name: string, type: AttributeType, given: Partial<NewAttribute> = {}) =>
    metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
      metadata.attributes.create(change, { ...given, name, type }),
    );
  const set = (values: Readonly<Record<string, AttributeValue | null>>) =>
    metadata.changes.changeRights({ accountId: metadata.accountId, by }, (change) =>
      metadata.users.update(change, ann, { attributes: new Map(Object.entries(values)) }),
    );
  const effective = async () => Object.fromEntries(await metadata.attributes.effectiveOf(metadata.accountId, ann));

  it('17: a default applies to a user without a value, a value overrides it, clearing restores it', async () => {
    await create('city', 'string', { defaultValue: 'Oslo' });
    expect(await effective()).toEqual({ city: 'Oslo' });
    await set({ city: 'Rome' });
    expect(await effective()).toEqual({ city: 'Rome' });
    await set({ city: null });
    expect(await effective()).toEqual({ city: 'Oslo' });
  });

  it('without value and default are absent', async () => {
    await create('city', 'string');
    expect(await effective()).toEqual({});
  });

  it.each<[AttributeType, AttributeValue, string, readonly unknown[]]>([
    ['string', 'a', 'x', [1, ['a'], true]],
    ['number', 1.5, '-2.5', ['1', Number.NaN, [1]]],
    ['string_array', ['a', 'b'], '["x"]', ['a', [1], ['a', 1]]],
    ['number_array', [1, 2], '[1]', [1, ['1']]],
  ])('of type %s accept only values of that type', async (type, value, defaultValue, bad) => {
    await create('one', type, { defaultValue });
    expect((await effective())['one']).toEqual(JSON.parse(type === 'string' ? '"x"' : defaultValue));
    for (const wrong of bad) {
      await expect(set({ one: wrong as AttributeValue })).rejects.toThrow(`of user attribute one must be ${type}`);
    }
    await set({ one: value });
    expect((await effective())['one']).toEqual(value);
  });

  it('keep all digits of numbers, or refuse the number', async () => {
    await create('one', 'number');
    await create('many', 'number_array');
    for (const values of [{ one: 2 ** 53 }, { many: [1, -(2 ** 53)] }]) {
      await expect(set(values)).rejects.toThrow('more than 15 digits');
    }
    const refused = create('other', 'number', { defaultValue: '9007199254740993' });
    await expect(refused).rejects.toThrow('The defaultValue must be number');
    await set({ one: 2 ** 53 - 1, many: [1.5] });
    expect(await effective()).toEqual({ one: 2 ** 53 - 1, many: [1.5] });
  });

  it('keep texts that look like code as texts', async () => {
    await create('constructor', 'string');
    const value = `'; DROP TABLE account --`;
    await set({ constructor: value });
    expect(await metadata.attributes.effectiveOf(metadata.accountId, ann)).toEqual(new Map([['constructor', value]]));
  });

  it.each([
    ['number', '1e'],
    ['number', 'Infinity'],
    ['string_array', 'a'],
    ['number_array', '["1"]'],
  ] as const)('of type %s refuse the default %s', async (type, defaultValue) => {
    await expect(create('one', type, { defaultValue })).rejects.toThrow(`The defaultValue must be ${type}`);
  });

  it('have names that policies can use, unique without case', async () => {
    for (const name of ['', '1a', 'a-b', 'a.b', 'a b', '__proto__', 'é']) {
      await expect(create(name, 'string')).rejects.toThrow('The name');
    }
    await create('city', 'string');
    await expect(create('City', 'number')).rejects.toThrow("There is a user attribute 'City' already");
  });

  it('change all but their type, and are deleted with their values', async () => {
    const { changes, attributes, accountId, users } = metadata;
    const { id } = await create('city', 'string', { displayName: 'City', description: 'where' });
    const input = { displayName: null, defaultValue: 'Oslo' };
    expect(await changes.changeRights({ accountId, by }, (change) => attributes.update(change, id, input))).toEqual({
      id,
      name: 'city',
      type: 'string',
      displayName: undefined,
      defaultValue: 'Oslo',
      description: 'where',
    });
    await set({ city: 'Rome' });
    await changes.changeRights({ accountId, by }, (change) => attributes.delete(change, id));
    expect(await users.get(accountId, ann)).toMatchObject({ version: 3 });
    await expect(attributes.get(accountId, id)).rejects.toThrow('There is no user attribute');
    await create('city', 'number');
    expect(await effective()).toEqual({});
  });

  it('are set together with the rest of a user, or not at all', async () => {
    const { changes, users, attributes, accountId, store } = metadata;
    await create('city', 'string');
    await create('age', 'number');
    const both = new Map<string, AttributeValue | null>([
      ['city', 'Rome'],
      ['age', '7'],
    ]);
    await expect(
      changes.changeRights({ accountId, by }, (change) =>
        users.update(change, ann, { displayName: 'Ann', attributes: both }),
      ),
    ).rejects.toThrow('number');
    await expect(set({ nope: 'x', zip: 'y' })).rejects.toThrow("There are no user attributes 'nope', 'zip'");
    expect(await users.get(accountId, ann)).toMatchObject({ displayName: undefined, version: 1 });
    expect(
      await changes.changeRights({ accountId, by }, (change) =>
        users.update(change, ann, { attributes: new Map(both).set('age', 7) }),
      ),
    ).toMatchObject({
      version: 2,
    });
    expect(await set({ city: 'Rome' })).toMatchObject({ version: 2 });
    const made = await changes.make({ accountId, by }, (change) =>
      users.create(change, {
        username: 'bob',
        role: 'viewer',
        attributes: new Map([['age', 1]]),
      }),
    );
    expect(await attributes.valuesOf(accountId, [ann, made.id])).toEqual(
      new Map([
        [
          ann,
          new Map<string, AttributeValue>([
            ['city', 'Rome'],
            ['age', 7],
          ]),
        ],
        [made.id, new Map([['age', 1]])],
      ]),
    );
    const entries = await store.database.selectFrom('audit_log').select('attributes').orderBy('id').execute();
    const changed = entries.flatMap((entry) => JSON.parse(entry.attributes)['changed'] ?? []);
    expect(changed).toEqual(['userAttributes.city', 'userAttributes.age']);
    expect(JSON.stringify(entries)).not.toContain('Rome');
  });
});
