import { describe, expect, it } from 'vitest';
import { userType } from '../schema/resource-type.ts';
import { userAttributeSchema } from '../schema/user-attribute-schema.ts';
import { ScimError } from '../scim-error.ts';
import { presentResource } from './present-resource.ts';
import type { ScimResource } from './resource.ts';
import { isSelected, readSelection } from './selection.ts';

const urn = 'urn:orrery:params:1.0:UserAttribute';
const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const users = userType(userAttributeSchema([{ name: 'country', type: 'string' }], urn));

const ann: ScimResource = {
  core: {
    id: 'u1',
    userName: 'ann',
    name: { givenName: 'A', familyName: 'L' },
    emails: [{ value: 'a@x', type: 'work' }, { value: 'b@x' }],
    meta: { resourceType: 'User', version: 'W/"1"' },
  },
  extension: new Map([['country', 'DE']]),
};

const schemas = [core, urn];
const shown = (only: string, without = '') => presentResource(users, ann, readSelection([only], [without]));

describe('a selection', () => {
  it.each<[string, object]>([
    ['userName', { userName: 'ann' }],
    ['USERNAME, meta.version', { userName: 'ann', meta: { version: 'W/"1"' } }],
    [`${core}:userName`, { userName: 'ann' }],
    ['name.givenName', { name: { givenName: 'A' } }],
    ['name.givenName,name.familyName', { name: { givenName: 'A', familyName: 'L' } }],
    ['emails.value', { emails: [{ value: 'a@x' }, { value: 'b@x' }] }],
    ['emails.type,emails.value', { emails: [{ type: 'work', value: 'a@x' }, { value: 'b@x' }] }],
    ['name.formatted', {}],
    ['displayName,nothing', {}],
    [`${urn}:country`, { [urn]: { country: 'DE' } }],
    [urn, { [urn]: { country: 'DE' } }],
    ['urn:cube:params:1.0:UserAttribute:Country', { [urn]: { country: 'DE' } }],
  ])('of %s holds that attribute and those always returned', (names, expected) => {
    expect(shown(names)).toEqual({ schemas, id: 'u1', ...expected });
  });

  it('excludes attributes, but never the id', () => {
    const { userName, name } = ann.core;
    expect(shown('', `id,schemas,emails,meta,${urn}`)).toEqual({ schemas, id: 'u1', userName, name });
    expect(shown('', 'emails.type,name.familyName')).toMatchObject({
      emails: [{ value: 'a@x' }, { value: 'b@x' }],
      name: { givenName: 'A' },
    });
  });

  it('either includes or excludes, never both', () => {
    expect(() => readSelection(['userName'], ['emails'])).toThrow(ScimError);
    expect(shown('', '')).toEqual({ schemas, ...ann.core, [urn]: { country: 'DE' } });
  });

  it('has a bounded number of names', () => {
    const names = Array.from({ length: 201 }, (_, index) => `a${index}`);
    expect(readSelection(names.slice(1), []).names).toHaveLength(200);
    expect(() => readSelection(names, [])).toThrow('At most 200 attributes are named');
    expect(() => readSelection([], [names.join(',')])).toThrow('At most 200 attributes are named');
  });

  it('says which fields need not be looked up', () => {
    const of = (only: string, without: string) => readSelection([only], [without]);
    expect(isSelected(users, of('', 'Groups'), 'groups')).toBe(false);
    expect(isSelected(users, of('', 'groups.display'), 'groups')).toBe(true);
    expect(isSelected(users, of('id', ''), 'groups')).toBe(false);
    expect(isSelected(users, of('groups.value', ''), 'groups')).toBe(true);
  });
});
