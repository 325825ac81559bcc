import { editDistance } from '@orrery/semantic';
import { type ZodType, z } from 'zod';

/** Shortest name to examine: in shorter ones, one letter is too large a part. */
const shortest = 5;

interface Misspelt {
  /** `recipients.0.userID` */
  readonly path: string;
  readonly message: string;
}

/**
 * Finds unknown fields that look like misspelt known ones, whose authors meant to narrow something. Other unknown
 * fields, as older clients send, are ignored. Objects within `given` are searched too.
 */
export function misspeltFields(schema: ZodType, given: unknown): readonly Misspelt[] {
  const inner = withoutWrapping(schema);
  if (inner instanceof z.ZodObject) return isObject(given) ? inObject(inner, given) : [];
  if (inner instanceof z.ZodArray) return Array.isArray(given) ? inArray(inner.element as ZodType, given) : []; // a list holds what the schema says
  if (inner instanceof z.ZodUnion) return inUnion(inner.options as readonly ZodType[], given); // likewise
  return [];
}

function inObject(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): readonly Misspelt[] {
  const known = new Map(Object.entries(schema.shape as Readonly<Record<string, ZodType>>)); // likewise
  const within = [...known].flatMap(([name, field]) =>
    Object.hasOwn(given, name) ? below(name, misspeltFields(field, given[name])) : [],
  );
  if (schema.def.catchall) return within; // it says itself what becomes of others
  const meant = [...known.keys()].filter((name) => !Object.hasOwn(given, name));
  const slips = Object.keys(given).flatMap((path) => {
    if (known.has(path)) return [];
    const name = meant.find((candidate) => isSlipOf(path, candidate));
    return name === undefined ? [] : [{ path, message: `is not a field; did you mean '${name}'?` }];
  });
  return [...slips, ...within];
}

function inArray(element: ZodType, given: readonly unknown[]): readonly Misspelt[] {
  return given.flatMap((item, index) => below(String(index), misspeltFields(element, item)));
}

/** A field of one of the forms is not misspelt. */
function inUnion(forms: readonly ZodType[], given: unknown): readonly Misspelt[] {
  const found = forms.map((form) => misspeltFields(form, given));
  return found.find((misspelt) => misspelt.length === 0) ?? found[0] ?? [];
}

function below(path: string, misspelt: readonly Misspelt[]): readonly Misspelt[] {
  return misspelt.map((one) => ({ ...one, path: `${path}.${one.path}` }));
}

function withoutWrapping(schema: ZodType): ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return withoutWrapping(schema.unwrap() as ZodType); // what is wrapped is a schema
  }
  if (!(schema instanceof z.ZodPipe)) return schema;
  return withoutWrapping((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as ZodType); // likewise
}

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** Another case, or one letter too many, too few, wrong or exchanged with its neighbour. */
function isSlipOf(given: string, name: string): boolean {
  const [one, other] = [given.toLowerCase(), name.toLowerCase()];
  if (one === other) return true;
  if (name.length < shortest || Math.abs(one.length - other.length) > 1) return false;
  return editDistance(one, other, 2) <= 1;
}
