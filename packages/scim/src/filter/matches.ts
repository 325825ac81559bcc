import { elementsOf, isElement, type Element, type ScimResource, type Simple, valuesOf } from '../resource/index.ts';
import type { BoundScimFilter, BoundOperator, ComparedAttribute, FilterOperand } from './bound-filter.ts';
import { foldPart, foldWhole } from './fold.ts';
import { readInstant } from './read-instant.ts';

/** Whether a resource matches. A resource that was read in part must hold every attribute the filter names. */
export function matches(filter: BoundScimFilter, resource: ScimResource): boolean {
  return holds(filter, resource, undefined);
}

/** Whether one value of a multi-valued attribute matches. */
export function matchesElement(filter: BoundScimFilter, element: Element): boolean {
  return holds(filter, nothing, element);
}

const nothing: ScimResource = { core: {}, extension: new Map() };

function holds(filter: BoundScimFilter, resource: ScimResource, element: Element | undefined): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((inner) => holds(inner, resource, element));
    case 'or':
      return filter.filters.some((inner) => holds(inner, resource, element));
    case 'not':
      return !holds(filter.filter, resource, element);
    case 'never':
      return false;
    case 'present':
      return isPresent(filter.field, resource, element);
    case 'compare':
      return simplesOf(filter.field, resource, element).some((value) => fits(value, filter.operator, filter.value));
    case 'element':
      return elementsOf(resource.core[filter.attribute.name]).some((inner) => holds(filter.filter, resource, inner));
  }
}

function isPresent(field: ComparedAttribute, resource: ScimResource, element: Element | undefined): boolean {
  if (field.attribute.type === 'complex' && !field.sub) return resource.core[field.attribute.name] !== undefined;
  return simplesOf(field, resource, element).length > 0;
}

function simplesOf(
  { place, attribute, sub }: ComparedAttribute,
  resource: ScimResource,
  element: Element | undefined,
): Simple[] {
  const { name } = attribute;
  if (place === 'element') return element?.[name] === undefined ? [] : [element[name]];
  const values = valuesOf(place === 'core' ? resource.core[name] : resource.extension.get(name));
  return values.flatMap((value) => {
    if (!isElement(value)) return sub ? [] : [value];
    const part = sub ? value[sub.name] : undefined;
    return part === undefined ? [] : [part];
  });
}

function fits(value: Simple, operator: BoundOperator, operand: FilterOperand): boolean {
  switch (operand.kind) {
    case 'boolean':
      return value === operand.isTrue;
    case 'number':
      return typeof value === 'number' && compares(value, operator, operand.number);
    case 'instant': {
      const ms = readInstant(String(value));
      return ms !== undefined && compares(ms, operator, operand.ms);
    }
    case 'exact':
      return fitsText(String(value), operator, operand.text);
    case 'folded':
      return fitsText(isPartial(operator) ? foldPart(String(value)) : foldWhole(String(value)), operator, operand.text);
  }
}

function isPartial(operator: BoundOperator): boolean {
  return operator === 'co' || operator === 'sw' || operator === 'ew';
}

function fitsText(text: string, operator: BoundOperator, operand: string): boolean {
  switch (operator) {
    case 'co':
      return text.includes(operand);
    case 'sw':
      return text.startsWith(operand);
    case 'ew':
      return text.endsWith(operand);
    default:
      return compares(text, operator, operand);
  }
}

function compares<T extends string | number>(value: T, operator: BoundOperator, operand: T): boolean {
  switch (operator) {
    case 'eq':
      return value === operand;
    case 'gt':
      return value > operand;
    case 'ge':
      return value >= operand;
    case 'lt':
      return value < operand;
    case 'le':
      return value <= operand;
    case 'co':
    case 'sw':
    case 'ew':
      return false; // of texts only
  }
}
