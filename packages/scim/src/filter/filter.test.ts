import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScimResource } from '../resource/resource.ts';
import { groupType, userType } from '../schema/resource-type.ts';
import { userAttributeSchema } from '../schema/user-attribute-schema.ts';
import { ScimError } from '../scim-error.ts';
import { bindFilter } from './bind-filter.ts';
import { matches } from './matches.ts';
import { parseFilter, parsePath } from './parse-filter.ts';

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

const ann: ScimResource = {
  core: {
    id: '5c0b8e1e-8c3d-4f5e-9d43-0c1c4f1d3a2b',
    externalId: 'E1',
    userName: 'Ann@X.io',
    name: { givenName: 'Änn', familyName: 'Lee' },
    emails: [
      { value: 'ann@x.io', type: 'work', primary: true },
      { value: 'home@x.io', type: 'home' },
    ],
    active: true,
    groups: [{ value: 'g1', display: 'Analysts' }],
    meta: { resourceType: 'User', created: '2026-06-17T09:30:00.000Z', version: 'W/"1"' },
  },
  extension: new Map<string, string | number | readonly string[]>([
    ['country', 'DE'],
    ['level', 3],
    ['regions', ['north', 'south']],
  ]),
};

const fits = (text: string) => matches(bindFilter(parseFilter(text), users), ann);

function refusal(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ScimError) return error.scimType;
    throw error;
  }
}

describe('a filter', () => {
  it.each([
    ['userName eq "ann@x.io"', true],
    ['USERNAME EQ "ANN@x.io"', true],
    ['userName ne "ann@x.io"', false],
    ['userName sw "ann" and active eq true', true],
    ['userName co "N@X"', true],
    ['userName ew ".IO"', true],
    ['userName ew " io"', false],
    ['not (active eq false)', true],
    ['not(active eq true)', false],
    ['NOT (userName eq "bob")', true],
    ['active eq "True"', true],
    ['active ne "false"', true],
    ['emails[type eq "work"].value eq "ann@x.io"', true],
    ['emails[type eq "work"].value eq "home@x.io"', false],
    ['emails[type eq "work" and value co "x"]', true],
    ['emails[type eq "home" and primary eq true]', false],
    ['emails[type eq "other"].value ne "ann@x.io"', true],
    ['emails[type eq "work"].value ne "ann@x.io"', false],
    ['emails[type eq "work"].primary pr', true],
    ['emails eq "HOME@x.io"', true],
    ['emails ne "home@x.io"', false],
    ['emails.type eq "home"', true],
    ['emails pr', true],
    ['(userName co "ann" or displayName pr) and externalId eq "E1"', true],
    ['externalId eq "e1"', false],
    ['displayName pr', false],
    ['displayName eq null', true],
    ['displayName ne null', false],
    ['displayName ne "x"', true],
    ['name.givenName eq "änn"', true],
    ['name pr', true],
    ['groups.value eq "g1"', true],
    ['groups eq "g1"', true],
    ['meta.created gt "2026-06-17T11:29:59+02:00"', true],
    ['meta.created gt "2026-06-17T11:30:00+02:00"', false],
    ['meta.created ge "2026-06-17T11:30:00+02:00"', true],
    ['userName gt "ANA"', true],
    ['userName lt "ana"', false],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann@x.io"', true],
    ['urn:orrery:params:1.0:UserAttribute:country eq "DE"', true],
    ['URN:CUBE:params:1.0:UserAttribute:Country eq "DE"', true],
    ['urn:cube:params:1.0:UserAttribute:country eq "de"', false],
    ['urn:orrery:params:1.0:UserAttribute:level ge 3', true],
    ['urn:orrery:params:1.0:UserAttribute:level lt "3"', false],
    ['urn:orrery:params:1.0:UserAttribute:regions eq "south"', true],
    ['urn:orrery:params:1.0:UserAttribute:regions ne "south"', false],
    ['urn:orrery:params:1.0:UserAttribute:__proto__ pr', false],
    ['userName eq "a" or userName eq "b" and active eq true or externalId eq "E1"', true],
    ['userName eq "zed" and active eq true or externalId eq "E1" and active eq true', true],
    ['(externalId eq "E1" or active eq true) and userName eq "zed"', false],
    ['externalId eq "a\\u0000"', false],
    ['externalId ne "\\ud800"', true],
    ['  userName   eq   "ann@x.io"  ', true],
    ['userName eq "\\u0041nn@x.io"', true],
  ])('%s is %j', (text, expected) => {
    expect(fits(text)).toBe(expected);
  });

  it.each([
    'userName eq',
    'foo eq "x"',
    'userName xx "a"',
    'userName eq "a" or 1 eq 1',
    'userName eq "a',
    'userName eq "a" garbage',
    'userName eq tru',
    'userName eq 5',
    '',
    '()',
    'not userName pr',
    '(userName pr',
    'userName pr)',
    'userName pr and',
    'active gt true',
    'active eq "maybe"',
    'active co "t"',
    'userName gt null',
    'meta.created eq "yesterday"',
    'meta.created co "2026"',
    'name eq "Ann"',
    'meta eq "x"',
    'title eq "x"',
    'userName.foo eq "x"',
    'name.givenName.x eq "x"',
    'userName[value eq "x"]',
    'emails[foo eq "x"]',
    'emails[type[value eq "x"]]',
    'emails[type eq "work"].foo eq "x"',
    'emails[type eq "work"] .value eq "x"',
    'emails[type eq "work"].value',
    'urn:orrery:params:1.0:UserAttribute eq "x"',
    'urn:orrery:params:1.0:UserAttribute:none eq "x"',
    'urn:orrery:params:1.0:UserAttribute:level co "3"',
    'urn:orrery:params:1.0:UserAttribute:level eq "three"',
    'constructor pr',
    '__proto__ eq "x"',
  ])('%j is invalid', (text) => {
    expect(refusal(() => fits(text))).toBe('invalidFilter');
  });

  it.each([
    ['long', `userName eq "${'a'.repeat(2000)}"`],
    ['many', Array.from({ length: 21 }, () => 'userName pr').join(' or ')],
    ['deep', `${'('.repeat(900)}userName pr${')'.repeat(900)}`],
  ])('too %s is refused', (_, text) => {
    expect(refusal(() => fits(text))).toBe('tooMany');
  });

  it('matches a field that only the other kind of resource lacks, when both kinds are searched', () => {
    const bound = (text: string) => matches(bindFilter(parseFilter(text), groupType, [users]), ann);
    expect(bound('userName eq "ann@x.io"')).toBe(false);
    expect(bound('userName ne "x"')).toBe(true);
    expect(bound('emails[type eq "work"]')).toBe(false);
    expect(refusal(() => bound('foo pr'))).toBe('invalidFilter');
  });

  it('is either refused or parsed, for any input', () => {
    const parts = fc.constantFrom(
      ...['userName', 'emails', 'active', 'eq', 'ne', 'pr', 'and', 'or', 'not', '(', ')', '[', ']', '.value', '"'],
      ...['"x"', 'true', 'null', '1', 'type', '\\', ' ', 'urn:a:b', 'é', '\u0000'],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(parts).map((words) => words.join(' ')),
        ),
        (text) => {
          expect([undefined, 'invalidFilter', 'tooMany']).toContain(refusal(() => fits(text)));
        },
      ),
    );
  });

  it('compares a value with any text literally', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const resource: ScimResource = { core: { externalId: text }, extension: new Map() };
        fc.pre(text.isWellFormed() && !text.includes('\0'));
        expect(matches(bindFilter(parseFilter(`externalId eq ${JSON.stringify(text)}`), users), resource)).toBe(true);
      }),
    );
  });
});

describe('a path', () => {
  it.each([
    ['active', { name: 'active' }],
    [' name.givenName ', { name: 'name.givenName' }],
    ['urn:orrery:params:1.0:UserAttribute:home town', { name: 'urn:orrery:params:1.0:UserAttribute:home town' }],
    ['members[value eq "a.b"]', { name: 'members' }],
    ['emails[type eq "work"].value', { name: 'emails', sub: 'value' }],
  ])('%j is read', (text, expected) => {
    expect(parsePath(text)).toMatchObject(expected);
  });

  it.each([
    '',
    ' ',
    'emails[type eq "work"',
    'emails[]',
    'emails[type eq "work"]x',
    '[type pr]',
    'a"b',
    'a)',
    'emails[type eq "work"].',
    'emails[type eq "work"].value pr',
  ])('%j is invalid', (text) => {
    expect(refusal(() => parsePath(text))).toBe('invalidPath');
  });
});
