import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readResource, replaceResource } from '../resource/read-resource.ts';
import { elementsOf, type ScimResource, type ResourceValue } from '../resource/resource.ts';
import { groupType, userType } from '../schema/resource-type.ts';
import { userAttributeSchema } from '../schema/user-attribute-schema.ts';
import { ScimError } from '../scim-error.ts';
import { applyPatch } from './apply-patch.ts';
import { readPatch } from './read-patch.ts';

const urn = 'urn:orrery:params:1.0:UserAttribute';
const alias = 'urn:cube:params:1.0:UserAttribute';
const users = userType(
  userAttributeSchema(
    [
      { name: 'country', type: 'string' },
      { name: 'level', type: 'number' },
      { name: 'regions', type: 'string_array' },
      { name: '__proto__', type: 'string' },
    ],
    'urn:orrery:params:1.0:UserAttribute',
  ),
);

const ann: ScimResource = { core: { id: 'u1', userName: 'ann@x.io', active: true }, extension: new Map() };
const work = { value: 'ann@x.io', type: 'work', primary: true };
const home = { value: 'ann@home.io', type: 'home' };

type Given = Readonly<Record<string, unknown>>;

const patch = (resource: ScimResource, ...operations: readonly Given[]) =>
  applyPatch(
    resource.core['members'] || resource.core['displayName'] === 'Analysts' ? groupType : users,
    resource,
    readPatch({ Operations: operations }),
  );

const withCore = (core: Readonly<Record<string, ResourceValue>>): ScimResource => ({
  ...ann,
  core: { ...ann.core, ...core },
});

function refusal(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ScimError) return error.scimType;
    throw error;
  }
}

describe('a PATCH of a user', () => {
  it.each([false, 'False', 'FALSE', 'false'])('deactivates by %j', (value) => {
    expect(patch(ann, { op: 'Replace', path: 'active', value }).core['active']).toBe(false);
    expect(patch(ann, { op: 'replace', value: { active: value } }).core['active']).toBe(false);
    expect(patch(ann, { op: 'ADD', value: JSON.stringify({ ACTIVE: value }) }).core['active']).toBe(false);
  });

  it('reads the keys of a value without a path as paths', () => {
    const value = {
      id: 'other',
      schemas: [],
      meta: {},
      displayName: 'A',
      'name.givenName': 'B',
      name: { familyName: 'C' },
      'emails[type eq "work"].value': 'c@x.io',
      [`${urn}:country`]: 'DE',
      'urn:ietf:params:scim:schemas:core:2.0:User:externalId': 'e1',
      locale: 'de',
    };
    const { core, extension } = patch(ann, { op: 'replace', value });
    expect(core).toEqual({
      ...ann.core,
      displayName: 'A',
      name: { givenName: 'B', familyName: 'C' },
      emails: [{ type: 'work', value: 'c@x.io' }],
      externalId: 'e1',
    });
    expect(extension).toEqual(new Map([['country', 'DE']]));
  });

  it('creates the e-mail that a path selects when it is missing', () => {
    const path = 'emails[type eq "work" and primary eq "True"].value';
    expect(patch(ann, { op: 'Replace', path, value: 'c@x.io' }).core['emails']).toEqual([
      { type: 'work', primary: true, value: 'c@x.io' },
    ]);
    const pathless = patch(ann, { op: 'add', value: { emails: { type: 'work', value: 'c@x.io' } } });
    expect(pathless.core['emails']).toEqual([{ type: 'work', value: 'c@x.io' }]);
    expect(refusal(() => patch(ann, { op: 'replace', path: 'emails[type ne "work"].value', value: 'x@y' }))).toBe(
      'noTarget',
    );
  });

  it('keeps an e-mail once, and one primary e-mail', () => {
    const both = patch(ann, { op: 'add', path: 'emails', value: [work] }, { op: 'add', path: 'emails', value: [work] });
    expect(both.core['emails']).toEqual([work]);
    const second = patch(both, { op: 'add', path: 'emails', value: { ...home, primary: 'True' } });
    expect(second.core['emails']).toEqual([
      { ...work, primary: false },
      { ...home, primary: true },
    ]);
    const back = patch(second, { op: 'replace', path: 'emails[type eq "work"].primary', value: true });
    expect(back.core['emails']).toEqual([work, { ...home, primary: false }]);
    const twice = [work, { ...home, primary: true }];
    expect(refusal(() => patch(ann, { op: 'replace', path: 'emails', value: twice }))).toBe('invalidValue');
  });

  it('removes by path, by filter, and by value', () => {
    const resource = withCore({ emails: [work, home], displayName: 'Ann', name: { givenName: 'A', familyName: 'L' } });
    const emails = (operation: Given) => patch(resource, { op: 'Remove', ...operation }).core['emails'];
    expect(emails({ path: 'emails' })).toBeUndefined();
    expect(emails({ path: 'emails[type eq "home"]' })).toEqual([work]);
    expect(emails({ path: 'emails[type eq "home"].value' })).toEqual([work]);
    expect(emails({ path: 'emails[type eq "none"]' })).toEqual([work, home]);
    expect(emails({ path: 'emails', value: [{ value: home.value }] })).toEqual([work]);
    expect(emails({ path: 'emails', value: [{ value: home.value, type: 'work' }] })).toEqual([work, home]);
    expect(emails({ path: 'emails', value: [] })).toEqual([work, home]);
    expect(patch(resource, { op: 'remove', path: 'name.givenName' }).core['name']).toEqual({ familyName: 'L' });
    expect(patch(resource, { op: 'remove', path: 'name' }).core['name']).toBeUndefined();
    expect(patch(resource, { op: 'replace', path: 'displayName', value: null }).core['displayName']).toBeUndefined();
    expect(patch(resource, { op: 'replace', value: { displayName: null } }).core['displayName']).toBeUndefined();
  });

  it('writes attributes of the account under either name', () => {
    const { extension } = patch(
      ann,
      { op: 'Add', path: `${urn}:country`, value: 'DE' },
      { op: 'add', path: `${alias.toUpperCase()}:Level`, value: '3' },
      { op: 'add', path: `${alias}:regions`, value: ['north'] },
      { op: 'add', path: urn, value: { regions: ['north', 'south'] } },
      JSON.parse(`{"op":"replace","path":"${urn}","value":{"__proto__":"x"}}`),
    );
    expect([...extension]).toEqual([
      ['country', 'DE'],
      ['level', 3],
      ['regions', ['north', 'south']],
      ['__proto__', 'x'],
    ]);
    const resource = { ...ann, extension };
    expect(patch(resource, { op: 'remove', path: `${urn}:regions`, value: 'north' }).extension.get('regions')).toEqual([
      'south',
    ]);
    expect(patch(resource, { op: 'replace', path: `${urn}:country`, value: null }).extension.has('country')).toBe(
      false,
    );
    expect(patch(resource, { op: 'remove', path: alias }).extension.size).toBe(0);
    expect(patch(resource, { op: 'add', value: { [alias]: { level: 4 } } }).extension.get('level')).toBe(4);
  });

  it.each<[string | undefined, Given]>([
    ['noTarget', { op: 'remove' }],
    ['mutability', { op: 'remove', path: 'userName' }],
    ['mutability', { op: 'replace', path: 'userName', value: null }],
    ['invalidValue', { op: 'replace', path: 'userName', value: '' }],
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['mutability', { op: 'add', path: 'meta.version', value: 'x' }],
    ['mutability', { op: 'add', path: 'groups', value: [{ value: 'g1' }] }],
    ['mutability', { op: 'remove', path: 'groups[value eq "g1"]' }],
    ['invalidPath', { op: 'replace', path: 'foo.bar', value: 1 }],
    ['invalidPath', { op: 'replace', path: 'foo', value: 1 }],
    ['invalidPath', { op: 'replace', path: '__proto__', value: {} }],
    ['invalidPath', { op: 'replace', path: 'constructor.prototype', value: {} }],
    ['invalidPath', { op: 'replace', value: { foo: 1 } }],
    ['invalidPath', { op: 'replace', path: 'emails[', value: 1 }],
    ['invalidPath', { op: 'replace', path: 'emails[foo eq 1].value', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'displayName[value eq "x"]', value: 'x' }],
    ['invalidPath', { op: 'add', path: 7, value: 'x' }],
    ['invalidPath', { op: 'add', path: `${urn}:none`, value: 'x' }],
    ['invalidPath', { op: 'add', path: urn, value: { none: 'x' } }],
    ['invalidValue', { op: 'add', path: `${urn}:level`, value: 'abc' }],
    ['invalidValue', { op: 'add', path: `${urn}:country`, value: 7 }],
    ['invalidValue', { op: 'replace', path: 'active', value: 'nope' }],
    ['invalidValue', { op: 'replace', path: 'active' }],
    ['invalidValue', { op: 'replace', path: 'displayName', value: ['a'] }],
    ['invalidValue', { op: 'replace', path: 'name', value: 'Ann' }],
    ['invalidValue', { op: 'replace', value: 'Ann' }],
    ['invalidValue', { op: 'replace', value: [] }],
    ['invalidSyntax', { op: 'increment', path: 'displayName', value: 1 }],
    ['invalidSyntax', { path: 'displayName', value: 1 }],
    ['invalidSyntax', { op: 'replace', value: { displayName: 'a', DISPLAYNAME: 'b' } }],
    [undefined, { op: 'replace', path: 'title', value: 'Dr' }],
    [
      undefined,
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'x' },
    ],
    [undefined, { op: 'add', path: 'password', value: 'secret' }],
    [undefined, { op: 'add', path: 'roles', value: [{ value: 'admin' }] }],
    [undefined, { op: 'add', path: 'schemas', value: [alias] }],
  ])('answers %s to %j', (scimType, operation) => {
    expect(refusal(() => expect(patch(ann, operation)).toEqual(ann))).toBe(scimType);
  });

  it.each([null, [], {}, { Operations: [] }, { Operations: {} }, { Operations: [null] }, { Operations: ['add'] }])(
    'refuses the body %j',
    (body) => {
      expect(refusal(() => readPatch(body))).toBe('invalidSyntax');
    },
  );

  it('has a bounded number of operations', () => {
    const one = { op: 'add', path: 'displayName', value: 'x' };
    expect(refusal(() => readPatch({ OPERATIONS: Array.from({ length: 1_001 }, () => one) }))).toBe('tooMany');
  });

  it('changes nothing but what it names, for any values', () => {
    const paths = fc.constantFrom(
      'displayName',
      'name.givenName',
      'emails',
      'emails[type eq "work"].value',
      'active',
      `${urn}:level`,
      'foo',
      'id',
      undefined,
    );
    const operation = fc.record(
      { op: fc.constantFrom('add', 'Replace', 'remove'), path: paths, value: fc.jsonValue() },
      { requiredKeys: ['op'] },
    );
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 5 }), (operations) => {
        const before = withCore({ emails: [work], name: { familyName: 'L' } });
        const copy = structuredClone(before);
        refusal(() => {
          const after = patch(before, ...operations);
          expect(after.core['id']).toBe('u1');
          expect(after.core['userName']).toBe('ann@x.io');
          expect([true, false, undefined]).toContain(after.core['active']);
        });
        expect(before).toEqual(copy);
      }),
    );
  });

  it('finds no schema inside itself at any depth', () => {
    const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
    let value: unknown = { displayName: 'Ann' };
    expect(patch(ann, { op: 'replace', value: { [core]: value } }).core['displayName']).toBe('Ann');
    for (let depth = 0; depth < 15_000; depth += 1) value = { [core]: value };
    expect(refusal(() => patch(ann, { op: 'replace', value }))).toBe('invalidPath');
    expect(refusal(() => patch(ann, { op: 'add', path: core, value }))).toBe('invalidPath');
  });
});

describe('a PATCH of a group', () => {
  const members = (...ids: readonly string[]) => ids.map((value) => ({ value, type: 'User' }));
  const group: ScimResource = {
    core: { id: 'g1', displayName: 'Analysts', members: members('a', 'b', 'c') },
    extension: new Map(),
  };
  const idsAfter = (...operations: readonly Given[]) => {
    const list = patch(group, ...operations).core['members'];
    return Array.isArray(list) ? list.map((member) => (member as { value: string }).value) : [];
  };

  it.each<[string, Given, readonly string[]]>([
    [
      'adds',
      { op: 'add', path: 'members', value: [{ value: 'd', display: 'D' }, { value: 'a' }] },
      ['a', 'b', 'c', 'd'],
    ],
    ['adds as Entra does', { op: 'Add', path: 'members', value: [{ $ref: null, value: 'd' }] }, ['a', 'b', 'c', 'd']],
    [
      'adds by address',
      { op: 'add', path: 'members', value: [{ $ref: 'https://h/scim/v2/Users/d' }] },
      ['a', 'b', 'c', 'd'],
    ],
    ['adds one', { op: 'add', path: 'members', value: { value: 'd' } }, ['a', 'b', 'c', 'd']],
    ['adds without a path', { op: 'add', value: { members: [{ value: 'd' }] } }, ['a', 'b', 'c', 'd']],
    ['adds nobody', { op: 'add', path: 'members', value: [{ value: '', display: 'D' }] }, ['a', 'b', 'c']],
    ['replaces', { op: 'replace', path: 'members', value: [{ value: 'd' }] }, ['d']],
    ['replaces by none', { op: 'replace', path: 'members', value: [] }, []],
    [
      'removes those named',
      { op: 'Remove', path: 'members', value: [{ $ref: null, value: 'b' }, { value: 'x' }] },
      ['a', 'c'],
    ],
    ['removes one named', { op: 'remove', path: 'members', value: { value: 'b' } }, ['a', 'c']],
    ['removes by a plain id', { op: 'remove', path: 'members', value: 'b' }, ['a', 'c']],
    ['removes plain ids', { op: 'remove', path: 'members', value: ['a', 'b'] }, ['c']],
    ['removes none of none', { op: 'remove', path: 'members', value: [] }, ['a', 'b', 'c']],
    ['removes all', { op: 'remove', path: 'members' }, []],
    ['removes by filter', { op: 'remove', path: 'members[value eq "b"]' }, ['a', 'c']],
    ['removes what is not there', { op: 'remove', path: 'members[value eq "x"]' }, ['a', 'b', 'c']],
    ['removes by a larger filter', { op: 'remove', path: 'members[value eq "a" or value eq "c"]' }, ['b']],
    ['renames as Okta does', { op: 'replace', value: { id: 'g1', displayName: 'New' } }, ['a', 'b', 'c']],
  ])('%s', (_, operation, expected) => {
    expect(idsAfter(operation)).toEqual(expected);
  });

  it.each<[string, Given]>([
    ['invalidValue', { op: 'add', path: 'members', value: [{ value: 'g2', type: 'Group' }] }],
    ['invalidValue', { op: 'add', path: 'members', value: [{ display: 'D' }] }],
    ['invalidValue', { op: 'add', path: 'members', value: [7] }],
    ['mutability', { op: 'replace', path: 'members[value eq "a"].value', value: 'z' }],
    ['mutability', { op: 'replace', path: 'members[value eq "a"]', value: { value: 'z' } }],
    ['mutability', { op: 'add', path: 'members[value eq "x"]', value: { value: 'z' } }],
    ['mutability', { op: 'replace', path: 'members.display', value: 'z' }],
    ['mutability', { op: 'remove', path: 'displayName' }],
    ['invalidPath', { op: 'add', path: 'title', value: 'x' }],
    ['invalidPath', { op: 'add', path: `${urn}:country`, value: 'x' }],
  ])('answers %s to %j', (scimType, operation) => {
    expect(refusal(() => idsAfter(operation))).toBe(scimType);
  });

  it('finishes for very many members', () => {
    const many = members(...Array.from({ length: 10_000 }, (_, index) => `m${index}`));
    const large: ScimResource = { ...group, core: { ...group.core, members: many } };
    const removals = Array.from({ length: 1_000 }, (_, index) => ({
      op: 'remove',
      path: `members[value eq "m${index}"]`,
    }));
    expect(patch(large, ...removals).core['members']).toHaveLength(9_000);
  });

  it.each([
    ['filters', { op: 'remove', path: 'members[not (value co "0") or display co "z" or display ew "y"]' }],
    ['turns', { op: 'remove', path: 'members', value: [{ value: 'd' }] }],
  ])('is refused when it takes too long: by %s', (_, operation) => {
    const many = members(...Array.from({ length: 10_000 }, (_, index) => `m${index}0`));
    const large: ScimResource = { ...group, core: { ...group.core, members: many } };
    const again = { op: 'add', path: 'members', value: [{ value: 'd' }] };
    const operations = Array.from({ length: 60 }, () => [operation, again]).flat();
    expect(refusal(() => patch(large, ...operations))).toBe('tooMany');
  });

  it('gives the same result for operations together and one after another', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', '');
    const named = fc.oneof(
      id,
      fc.record({ value: id }),
      fc.record({ value: id, display: id, type: fc.constant('User') }),
    );
    const operation = fc.record({
      op: fc.constantFrom('add', 'Remove', 'replace', 'Add'),
      path: fc.constantFrom('members', ' Members ', 'members[value eq "a"]', 'displayName'),
      value: fc.oneof(named, fc.array(named, { maxLength: 3 }), fc.constant(null)),
    });
    const apply = (resource: ScimResource, operations: readonly Given[]) =>
      applyPatch(groupType, resource, readPatch({ Operations: operations }));
    const outcome = (work: () => ScimResource) => {
      try {
        return work();
      } catch (error) {
        if (error instanceof ScimError) return error.message;
        throw error;
      }
    };
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 8 }), (operations) => {
        const apart = outcome(() => operations.reduce((current, one) => apply(current, [one]), group));
        expect(outcome(() => apply(group, operations))).toEqual(apart);
      }),
    );
  });

  it('reads many members that are named one by one', () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `m${index}`);
    const added = patch(group, ...ids.map((value) => ({ op: 'add', path: 'members', value: [{ value }] })));
    expect(elementsOf(added.core['members'])).toHaveLength(1_003);
    const removed = patch(added, ...ids.map((value) => ({ op: 'remove', path: 'members', value: [{ value }] })));
    expect(elementsOf(removed.core['members'])).toEqual(elementsOf(group.core['members']));
  });
});

describe('a body', () => {
  it('of POST keeps the fields that are stored and drops the rest', () => {
    const body = JSON.parse(`{
      "schemas": ["urn:any"], "USERNAME": "ann", "id": "x", "meta": {}, "groups": [{"value":"g"}], "password": "p",
      "roles": [], "active": "True", "emails": [{"value":null,"type":"work"},{"VALUE":"a@b","Type":"home"}], "name": null,
      "__proto__": {"admin": true}, "foo": {"bar": 1}, "${alias}": {"Country": "DE", "none": 1, "level": null}
    }`);
    expect(readResource(users, body)).toEqual({
      core: { userName: 'ann', active: true, emails: [{ value: 'a@b', type: 'home' }] },
      extension: new Map([['country', 'DE']]),
    });
  });

  it('of PUT clears the fields that it omits, except for two', () => {
    const before = withCore({ id: 'u1', externalId: 'e', active: false, displayName: 'A', name: { givenName: 'B' } });
    expect(replaceResource(users, before, { id: 'u1', userName: 'bob' }).core).toEqual({
      externalId: 'e',
      active: false,
      userName: 'bob',
    });
    expect(refusal(() => replaceResource(users, before, { id: 'u2', userName: 'bob' }))).toBe('mutability');
  });

  it.each([null, [], 'x', 7])('%j is refused', (body) => {
    expect(refusal(() => readResource(users, body))).toBe('invalidSyntax');
  });
});
