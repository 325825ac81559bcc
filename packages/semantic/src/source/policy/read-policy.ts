import type { Policy, PolicyExpression } from '../../model/index.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import type { MemberChoice, PlacedName, PolicyDefinition } from './policy-definition.ts';
import { expressionSource, isNothing, readExpression, readMemberName, readWhole } from './read-policy-parts.ts';
import { readPolicyRows } from './read-policy-rows.ts';
import { hintForEmpty } from '../fields/shape-hints.ts';
import { type DeclaredFields, optional, type Reading, readEach, refuse, shape } from '../fields/read-fields.ts';

const keys = ['group', 'groups', 'role', 'conditions', 'member_level', 'member_masking', 'row_level'];
// Keys that must not be empty: an absent key allows everything, which an empty one surely does not intend.
const policyKeys = shape(keys, [], { filled: keys });
const conditionKeys = shape(['if'], [], { filled: ['if'] });
const choiceKeys = shape(['includes', 'excludes'], [], { filled: ['includes', 'excludes'] });

/** The `access_policy` of a cube or view. */
export function readPolicies(
  piece: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): readonly PolicyDefinition[] {
  if (!fields.has('access_policy')) return [];
  const at = placeOf(place, 'access_policy');
  const policies = readEach(fields, 'access_policy', place, reading, (item, its) =>
    readPolicy(piece, item, its, reading),
  );
  const given = fields.get('access_policy');
  if (Array.isArray(given) && given.length === 0) {
    const hint = hintForEmpty('access_policy');
    refuse(reading, 'model.empty', { piece: reading.piece, path: labelOf(at) }, at, { hint, mark: 'key' });
  }
  return policies;
}

function readPolicy(piece: string, item: unknown, place: KeyPath, reading: Reading): PolicyDefinition | undefined {
  const fields = readWhole(item, policyKeys, place, reading);
  if (!fields) return undefined;
  const needs = readNeeds(piece, fields, place, reading);
  const conditions = readConditions(fields, place, reading);
  const shows = readChoice(piece, 'member_level', fields, place, reading);
  const masks = readChoice(piece, 'member_masking', fields, place, reading);
  const rows = readPolicyRows(piece, fields, place, reading);
  if (fields.has('member_masking') && !fields.has('member_level')) {
    refuseMasking(piece, item, place, reading);
  }
  return {
    place,
    at: { file: place.file, line: 1 },
    ...optional('needs', needs),
    isOnlyFor: needs !== undefined && fields.size === 1,
    conditions,
    ...optional('shows', shows),
    ...optional('masks', masks),
    ...optional('rows', rows),
  };
}

/** Refuses masking without a list of members. The problem uses the spelling of the file. */
function refuseMasking(piece: string, item: unknown, place: KeyPath, reading: Reading): void {
  const isSnake = Object.keys(Object(item)).includes('member_masking');
  const [policy, masking, members] = isSnake
    ? ['access_policy', 'member_masking', 'member_level']
    : ['accessPolicy', 'memberMasking', 'memberLevel'];
  const hint = `Add ${members}: { includes: [] } if the policy shows only masks`;
  const at = placeOf(place, 'member_masking');
  refuse(reading, 'model.masking-without-members', { piece, policy, masking, members }, at, { hint, mark: 'key' });
}

function readNeeds(piece: string, fields: DeclaredFields, place: KeyPath, reading: Reading): Policy['needs'] {
  const given = ['group', 'groups', 'role'].filter((key) => fields.has(key));
  const [key, other] = given;
  if (key === undefined) return undefined;
  const at = placeOf(place, key);
  if (other !== undefined) {
    const [one, two] = other === 'role' ? [other, key] : [key, other];
    const text = (name: string) => JSON.stringify(fields.get(name));
    const params = { piece, one, other: two, values: `${one} ${text(one)} and ${two} ${text(two)}` };
    return refuse(reading, 'model.policy-for-both', params, at, { mark: 'key' });
  }
  const value = fields.get(key);
  const items: readonly unknown[] = Array.isArray(value) && key !== 'role' ? value : [value];
  const { piece: label } = reading;
  if (items.length === 0) return refuse(reading, 'model.empty', { piece: label, path: labelOf(at) }, at);
  const names = items.filter((one) => typeof one === 'string' && one.trim() !== '') as readonly string[];
  if (names.length < items.length) return refuse(reading, 'model.not-text', { piece: label, path: labelOf(at) }, at);
  return { kind: key === 'role' ? 'roles' : 'groups', names };
}

function readConditions(fields: DeclaredFields, place: KeyPath, reading: Reading): readonly PolicyExpression[] {
  const at = placeOf(place, 'conditions');
  const given = fields.get('conditions');
  if (Array.isArray(given) && given.length === 0) {
    refuse(reading, 'model.empty', { piece: reading.piece, path: labelOf(at) }, at, { mark: 'key' });
  }
  return readEach(fields, 'conditions', place, reading, (item, its) => {
    const condition = readWhole(item, conditionKeys, its, reading);
    if (!condition) return undefined;
    const where = placeOf(its, 'if');
    if (!condition.has('if')) {
      return refuse(reading, 'model.required', { piece: reading.piece, path: labelOf(where) }, its);
    }
    return readCondition(condition.get('if'), where, reading);
  });
}

function readCondition(value: unknown, place: KeyPath, reading: Reading): PolicyExpression | undefined {
  if (typeof value === 'boolean') return { source: String(value), expression: { kind: 'literal', value } };
  const source = expressionSource(value);
  if (source === undefined) {
    return refuse(reading, 'model.not-text', { piece: reading.piece, path: labelOf(place) }, place);
  }
  return readExpression(source, place, reading);
}

function readChoice(
  piece: string,
  key: 'member_level' | 'member_masking',
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): MemberChoice | undefined {
  if (!fields.has(key)) return undefined;
  const at = placeOf(place, key);
  const its = readWhole(fields.get(key), choiceKeys, at, reading);
  if (!its) return undefined;
  if (isNothing(fields.get(key))) {
    const hint = hintForEmpty(key);
    refuse(reading, 'model.empty', { piece: reading.piece, path: labelOf(at) }, at, { hint, mark: 'key' });
  }
  const masking = key === 'member_masking' ? 'masking ' : '';
  const names = (list: 'includes' | 'excludes') => {
    const role = masking ? `a ${masking}${list} member` : `an ${list} member`;
    return readNames(list, { piece, role, fields: its, place: at, reading });
  };
  return { place: at, includes: names('includes') ?? '*', excludes: names('excludes') ?? [] };
}

interface NameList {
  readonly piece: string;
  /** Word that messages about a path use for a name in it. */
  readonly role: string;
  readonly fields: DeclaredFields;
  readonly place: KeyPath;
  readonly reading: Reading;
}

function readNames(
  list: 'includes' | 'excludes',
  { piece, role, fields, place, reading }: NameList,
): '*' | readonly PlacedName[] | undefined {
  const value = fields.get(list);
  if (value === undefined) return undefined;
  if (value === '*') return value;
  const at = placeOf(place, list);
  if (!Array.isArray(value)) {
    return refuse(reading, 'model.bad-includes', { piece: reading.piece, path: labelOf(at) }, at);
  }
  return value.flatMap(
    (item: unknown, index) => readMemberName(item, { piece, role, reading }, placeOf(at, index)) ?? [],
  );
}
