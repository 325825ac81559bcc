import type { Schema } from './schema-of.ts';

/**
 * Lists the errors of a value against a schema, each as `place: why`. Covers the part of JSON Schema that our schemas use.
 *
 * @param root schema to which references point
 */
export function faultsOf(value: unknown, schema: Schema, root: Schema, place = ''): readonly string[] {
  const { $ref, anyOf, allOf, type, properties = {}, required = [], items, ...others } = schema;
  const faults: string[] = [];
  const fault = (why: string, at = place) => faults.push(`${at} ${why}`);
  const within = (inner: unknown, against: unknown, at: string) =>
    faults.push(...faultsOf(inner, against as Schema, root, at));
  if (typeof $ref === 'string') within(value, (root['$defs'] as Schema)[$ref.slice('#/$defs/'.length)], place);
  if (type !== undefined && ![type].flat().some((one) => isOfType(value, String(one)))) fault('has another type');
  if (Array.isArray(others['enum']) && !others['enum'].includes(value)) fault('is no word of the list');
  if ('const' in others && others['const'] !== value) fault('has another value');
  if (typeof value === 'string' && typeof others['pattern'] === 'string' && !new RegExp(others['pattern']).test(value))
    fault('is written otherwise');
  if (typeof value === 'string' && value.length < Number(others['minLength'] ?? 0)) fault('is empty');
  if (Array.isArray(anyOf) && anyOf.every((one) => faultsOf(value, one as Schema, root, place).length > 0))
    fault('is none of what it can be');
  if (Array.isArray(allOf)) for (const one of allOf) within(value, one, place);
  if (Array.isArray(value)) {
    if (value.length > Number(others['maxItems'] ?? Number.POSITIVE_INFINITY)) fault('has too many items');
    if (value.length < Number(others['minItems'] ?? 0)) fault('has too few items');
    if (items) for (const [index, item] of value.entries()) within(item, items, `${place}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of required as readonly string[]) if (!(key in value)) fault(`lacks ${key}`);
    for (const [key, inner] of Object.entries(value)) {
      const at = place === '' ? key : `${place}.${key}`;
      if (Object.hasOwn(properties as Schema, key)) within(inner, (properties as Schema)[key], at);
      else if (others['additionalProperties'] === false) fault('is no key', at);
      else if (others['additionalProperties'] !== undefined) within(inner, others['additionalProperties'], at);
    }
    const count = Object.keys(value).length;
    if (count < Number(others['minProperties'] ?? 0)) fault('is empty');
    if (count > Number(others['maxProperties'] ?? Number.POSITIVE_INFINITY)) fault('has too many keys');
  }
  return faults;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
