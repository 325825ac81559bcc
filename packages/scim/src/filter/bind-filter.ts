import { type SchemaAttribute, findAttribute, resolveName, type ScimResourceType } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import { readBoolean } from '../resource/index.ts';
import type { BoundScimFilter, ComparedAttribute, FilterOperand } from './bound-filter.ts';
import type { ScimFilter, ScimOperator } from './filter.ts';
import { foldPart, foldWhole } from './fold.ts';
import { readInstant } from './read-instant.ts';

/**
 * Resolves the names in a filter.
 *
 * @param others kinds of resources searched with the same filter: attributes only they have are absent here @throws
 * ScimError `invalidFilter`
 */
export function bindFilter(
  filter: ScimFilter,
  type: ScimResourceType,
  others: readonly ScimResourceType[] = [],
): BoundScimFilter {
  return bindIn(filter, {
    fieldOf: (name) => fieldOf(name, type, others),
    elementsOf: (name) => {
      if (!fieldOf(name, type, others)) return undefined;
      const target = resolveName(type, name);
      const hasElements = target.kind === 'attribute' && !target.sub && target.attribute.subAttributes.length > 0;
      if (hasElements && target.attribute.multiValued) return target.attribute;
      throw invalid(`'${name}' is not multi-valued, so brackets cannot filter it`);
    },
  });
}

/** Resolves the names in the bracketed part of a path. @throws ScimError `invalidFilter` */
export function bindElementFilter(filter: ScimFilter, attribute: SchemaAttribute): BoundScimFilter {
  return bindIn(filter, elementScope(attribute));
}

/** Resolves names in the current part of a filter; `undefined` for an absent attribute. */
interface FilterScope {
  fieldOf(name: string): ComparedAttribute | undefined;
  elementsOf(name: string): SchemaAttribute | undefined;
}

function bindIn(filter: ScimFilter, scope: FilterScope): BoundScimFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, filters: filter.filters.map((inner) => bindIn(inner, scope)) };
    case 'not':
      return { kind: 'not', filter: bindIn(filter.filter, scope) };
    case 'present': {
      const field = scope.fieldOf(filter.name);
      return field ? { kind: 'present', field } : { kind: 'never' };
    }
    case 'compare':
      return bindComparison(filter, scope);
    case 'elements':
      return bindElements(filter, scope);
  }
}

function bindElements(
  { name, filter, test }: ScimFilter & { readonly kind: 'elements' },
  scope: FilterScope,
): BoundScimFilter {
  const attribute = scope.elementsOf(name);
  if (!attribute) return { kind: 'never' };
  const chosen = bindElementFilter(filter, attribute);
  if (!test) return { kind: 'element', attribute, filter: chosen };
  const tested = bindElementFilter(test, attribute);
  // Negates around the element: `emails[type eq "work"].value ne "x"` means that no such value is x.
  const isNegated = tested.kind === 'not';
  const both = { kind: 'and', filters: [chosen, isNegated ? tested.filter : tested] } as const;
  const some: BoundScimFilter = { kind: 'element', attribute, filter: both };
  return isNegated ? { kind: 'not', filter: some } : some;
}

function bindComparison(
  { name, operator, value }: ScimFilter & { readonly kind: 'compare' },
  scope: FilterScope,
): BoundScimFilter {
  const field = scope.fieldOf(name);
  if (!field) return operator === 'ne' ? { kind: 'not', filter: { kind: 'never' } } : { kind: 'never' };
  if (value === null) return bindNull(field, name, operator);
  const compared = field.sub ?? field.attribute;
  if (compared.type === 'complex') throw invalid(`'${name}' is complex; compare one of its sub-attributes`);
  const operand = operandOf(compared, name, operator, value);
  if ((operator === 'eq' || operator === 'ne') && !isStorable(value)) {
    return operator === 'eq' ? { kind: 'never' } : { kind: 'not', filter: { kind: 'never' } };
  }
  if (operator !== 'ne') return { kind: 'compare', field, operator, value: operand };
  return { kind: 'not', filter: { kind: 'compare', field, operator: 'eq', value: operand } };
}

/** Whether the store can hold the value. If not, nothing equals it; PostgreSQL would even refuse the comparison. */
function isStorable(value: string | number | boolean): boolean {
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'));
}

function bindNull(field: ComparedAttribute, name: string, operator: ScimOperator): BoundScimFilter {
  if (operator === 'ne') return { kind: 'present', field };
  if (operator === 'eq') return { kind: 'not', filter: { kind: 'present', field } };
  throw invalid(`'${name} ${operator} null' compares nothing`);
}

function operandOf(
  attribute: SchemaAttribute,
  name: string,
  operator: ScimOperator,
  value: string | number | boolean,
): FilterOperand {
  const isTextual = operator === 'co' || operator === 'sw' || operator === 'ew';
  switch (attribute.type) {
    case 'boolean': {
      const isTrue = readBoolean(value);
      if (isTrue !== undefined && (operator === 'eq' || operator === 'ne')) return { kind: 'boolean', isTrue };
      throw invalid(`'${name}' is true or false; '${operator} ${String(value)}' does not fit`);
    }
    case 'decimal':
    case 'integer': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number === 'number' && Number.isFinite(number) && !isTextual) return { kind: 'number', number };
      throw invalid(`'${name}' is a number; '${operator}' does not fit`);
    }
    case 'dateTime': {
      const ms = typeof value === 'string' ? readInstant(value) : undefined;
      if (ms !== undefined && !isTextual) return { kind: 'instant', ms };
      throw invalid(`'${name}' is a point in time; compare it with a time such as "2026-06-17T09:30:00Z"`);
    }
    case 'string':
    case 'reference':
      if (typeof value !== 'string') throw invalid(`'${name}' is a text; put the value into quotes`);
      if (attribute.caseExact) return { kind: 'exact', text: value };
      return { kind: 'folded', text: isTextual ? foldPart(value) : foldWhole(value) };
    case 'complex':
      throw invalid(`'${name}' is complex; compare one of its sub-attributes`);
  }
}

function fieldOf(
  name: string,
  type: ScimResourceType,
  others: readonly ScimResourceType[],
): ComparedAttribute | undefined {
  const target = resolveName(type, name);
  if (target.kind === 'attribute') return { place: 'core', ...withValue(target.attribute, target.sub) };
  if (target.kind === 'extension-attribute') {
    return { place: 'extension', attribute: target.attribute, sub: undefined };
  }
  const isElsewhere = others.some((other) => resolveName(other, name).kind.endsWith('attribute'));
  if (isElsewhere) return undefined;
  throw invalid(`There is no attribute '${name}'`);
}

/** Adds the `value` sub-attribute to a multi-valued complex attribute: comparing `emails` compares `emails.value`. */
function withValue(
  attribute: SchemaAttribute,
  sub: SchemaAttribute | undefined,
): Pick<ComparedAttribute, 'attribute' | 'sub'> {
  if (sub || !attribute.multiValued) return { attribute, sub };
  return { attribute, sub: findAttribute(attribute.subAttributes, 'value') };
}

function elementScope({ name: around, subAttributes }: SchemaAttribute): FilterScope {
  return {
    fieldOf: (name) => {
      const attribute = findAttribute(subAttributes, name);
      if (attribute) return { place: 'element', attribute, sub: undefined };
      throw invalid(`'${around}' has no '${name}'`);
    },
    elementsOf: (name) => {
      throw invalid(`'${around}.${name}' is not multi-valued, so brackets cannot filter it`);
    },
  };
}

function invalid(detail: string): ScimError {
  return ScimError.bad('invalidFilter', detail);
}
