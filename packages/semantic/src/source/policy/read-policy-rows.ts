import type { PolicyExpression } from '../../model/index.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import { takesValues } from '../filter-operators.ts';
import type { PolicyFilterDefinition } from './policy-definition.ts';
import { refuseExpression } from './policy-fault.ts';
import { readPolicyText } from './policy-text.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readList,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import { readOperator } from '../fields/read-operator.ts';
import { expressionSource, isNothing, readExpression, readMemberName, readWhole } from './read-policy-parts.ts';
import { hintForEmpty, hintForList } from '../fields/shape-hints.ts';

const rowKeys = shape(['filters', 'allow_all'], [], { filled: ['filters', 'allow_all'] });
const groupKeys = ['and', 'or'] as const;
const testKeys = ['member', 'operator', 'values'];
const filterKeys = shape([...testKeys, ...groupKeys], [], { filled: [...testKeys, ...groupKeys] });

type PolicyValue = string | null | PolicyExpression;

/** Reads the row filters in `row_level`; `undefined` for all rows. */
export function readPolicyRows(
  piece: string,
  fields: DeclaredFields,
  place: KeyPath,
  reading: Reading,
): readonly PolicyFilterDefinition[] | undefined {
  if (!fields.has('row_level')) return undefined;
  const at = placeOf(place, 'row_level');
  const its = readWhole(fields.get('row_level'), rowKeys, at, reading);
  if (!its) return undefined;
  const { piece: label } = reading;
  if (isNothing(fields.get('row_level'))) {
    const hint = hintForEmpty('row_level');
    return refuse(reading, 'model.empty', { piece: label, path: labelOf(at) }, at, { hint, mark: 'key' });
  }
  const allowsAll = its.get('allow_all');
  if (allowsAll !== undefined && allowsAll !== true) {
    const where = placeOf(at, 'allow_all');
    const hint = 'Remove it, and write filters for the rows that are allowed';
    refuse(reading, 'model.not-one-of', { piece: label, path: labelOf(where), values: ['true'] }, where, { hint });
  }
  if (!its.has('filters')) return undefined;
  if (its.has('allow_all')) {
    const params = { piece: label, path: labelOf(at), one: 'filters', other: 'allow_all' };
    refuse(reading, 'model.either-or', params, at, { mark: 'key' });
  }
  return readFilters(its, 'filters', at, { piece, reading });
}

interface RowsSite {
  readonly piece: string;
  readonly reading: Reading;
}

/** @returns an empty list only after reporting a problem */
function readFilters(
  fields: DeclaredFields,
  key: string,
  place: KeyPath,
  site: RowsSite,
): readonly PolicyFilterDefinition[] {
  const { reading } = site;
  const at = placeOf(place, key);
  const items = readList(fields, key, place, reading);
  if (items.length === 0 && Array.isArray(fields.get(key))) {
    const params = { piece: reading.piece, path: labelOf(at) };
    refuse(reading, 'model.empty', params, at, { hint: hintForEmpty(key), mark: 'key' });
  }
  return items.flatMap((item, index) => readFilter(item, placeOf(at, index), site) ?? []);
}

function readFilter(item: unknown, place: KeyPath, site: RowsSite): PolicyFilterDefinition | undefined {
  const { reading } = site;
  const fields = readWhole(item, filterKeys, place, reading);
  if (!fields) return undefined;
  const kinds = groupKeys.filter((key) => fields.has(key));
  const [kind] = kinds;
  if (kind === undefined) return readTest(fields, place, site);
  const others = [...fields.keys()].filter((key) => key !== kind);
  if (others.length > 0) {
    const params = { piece: reading.piece, path: labelOf(place), one: kind, other: others.join(', ') };
    return refuse(reading, 'model.either-or', params, place);
  }
  return { kind, filters: readFilters(fields, kind, place, site) };
}

function readTest(
  fields: DeclaredFields,
  place: KeyPath,
  { piece, reading }: RowsSite,
): PolicyFilterDefinition | undefined {
  const isComplete = [requireField(fields, 'member', place, reading), requireField(fields, 'operator', place, reading)];
  if (!isComplete.every(Boolean)) return undefined;
  const role = 'a filter member';
  const member = readMemberName(fields.get('member'), { piece, role, reading }, placeOf(place, 'member'));
  const operator = readOperator(fields, place, reading);
  if (member === undefined || operator === undefined) return undefined;
  if (!takesValues(operator)) {
    if (!fields.has('values')) return { kind: 'member', place, member, operator };
    const params = { piece: reading.piece, path: labelOf(place), one: `operator: ${operator}`, other: 'values' };
    return refuse(reading, 'model.either-or', params, place);
  }
  if (!requireField(fields, 'values', place, reading)) return undefined;
  const values = readValues(fields.get('values'), placeOf(place, 'values'), reading);
  return values && { kind: 'member', place, member, operator, ...optional('values', values) };
}

function readValues(value: unknown, place: KeyPath, reading: Reading): readonly PolicyValue[] | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0)
      return refuse(reading, 'model.empty', { piece: reading.piece, path: labelOf(place) }, place);
    const values = value.map((item: unknown, index) => readValue(item, placeOf(place, index), reading));
    return values.includes(undefined) ? undefined : values.filter((one) => one !== undefined);
  }
  const source = expressionSource(value);
  if (source === undefined && typeof value === 'object') {
    return refuse(reading, 'model.not-a-list', { path: labelOf(place) }, place, { hint: hintForList(value, 'values') });
  }
  const only = source === undefined ? readValue(value, place, reading) : readLone(source, place, reading);
  return only === undefined ? undefined : [only];
}

/** Reads a single attribute, with or without braces, in place of a list. */
function readLone(source: string, place: KeyPath, reading: Reading): PolicyExpression | undefined {
  const isPlain =
    !/[{}]/.test(source) &&
    !/^\s*(?:securityContext|security_context|userAttributes|user_attributes|groups)\b/.test(source);
  if (!isPlain) return readExpression(source, place, reading);
  const hint = `Begin each item of values with a dash, or write [${source}]`;
  return refuse(reading, 'model.not-a-list', { path: labelOf(place) }, place, { hint });
}

/** An item of the list: a literal, or a text with expressions in braces. */
function readValue(item: unknown, place: KeyPath, reading: Reading): PolicyValue | undefined {
  if (item === null || typeof item === 'boolean') return item === null ? null : String(item);
  if (typeof item === 'number') {
    const isExact = Number.isFinite(item) && (!Number.isInteger(item) || Number.isSafeInteger(item));
    if (isExact) return String(item);
    const hint = 'Write it in quotes, so that every digit stays';
    return refuse(reading, 'model.not-text', { piece: reading.piece, path: labelOf(place) }, place, { hint });
  }
  const source = expressionSource(item);
  if (source === undefined) {
    return refuse(reading, 'model.not-text', { piece: reading.piece, path: labelOf(place) }, place);
  }
  const read = readPolicyText(source);
  switch (read.kind) {
    case 'expression':
      return { source, expression: read.term };
    case 'fault':
      return refuseExpression(source, read.fault, place, reading);
    case 'literal': {
      const isForgotten = /^\s*(?:securityContext|security_context|userAttributes|user_attributes)\s*\./.test(
        read.text,
      );
      if (!isForgotten) return read.text;
      const params = { text: source, reason: 'in a list it is a text, not an attribute' };
      const hint = `Write "{ ${source.trim()} }" for its value`;
      return refuse(reading, 'model.policy-expression', params, place, { hint });
    }
  }
}
