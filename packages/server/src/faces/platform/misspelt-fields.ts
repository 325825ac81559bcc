import { misplacedFields } from '@orrery/contract';
import { editDistance } from '@orrery/kernel';
import { type ZodType, z } from 'zod';

/** Shortest name to examine: in shorter ones, one letter is too large a part. */
const shortest = 5;

/** Unknown names that are looked into in one body: a search for each of thousands would hold up everybody's requests. */
const mostUnknownNames = 20;

interface Misspelt {
  /** `recipients.0.userID` */
  readonly path: string;
  readonly message: string;
}

/**
 * Finds unknown fields that look like misspelt known ones, whose authors meant to narrow something. Other unknown
 * fields, as older clients send, are ignored, except those that are known to be misplaced. Objects within `given` are searched too, until 20 different unknown names
 * have been compared.
 */
export function misspeltFields(schema: ZodType, given: unknown): readonly Misspelt[] {
  return new Search().below(schema, given);
}

/** The search of one body; it remembers which names it has compared with the fields of which object. */
class Search {
  readonly #fields = new Map<z.ZodObject, ReadonlyMap<string, ZodType>>();
  readonly #similar = new Map<z.ZodObject, Map<string, readonly string[]>>();
  #namesLeft = mostUnknownNames;

  below(schema: ZodType, given: unknown): readonly Misspelt[] {
    const inner = withoutWrapping(schema);
    if (inner instanceof z.ZodObject) return isObject(given) ? this.#inObject(inner, given) : [];
    if (inner instanceof z.ZodArray) return Array.isArray(given) ? this.#inArray(inner.element as ZodType, given) : []; // a list holds what the schema says
    if (inner instanceof z.ZodUnion) return this.#inUnion(inner.options as readonly ZodType[], given); // likewise
    return [];
  }

  #inObject(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): readonly Misspelt[] {
    const fields = this.#fieldsOf(schema);
    const slips: Misspelt[] = [];
    const within: Misspelt[] = [];
    for (const name of Object.keys(given)) {
      const field = fields.get(name);
      if (field) within.push(...placed(name, this.below(field, given[name])));
      else if (!schema.def.catchall) {
        // A schema with one says itself what becomes of others.
        const reason = given[name] === null ? undefined : misplacedFields.get(schema)?.reasons.get(name);
        if (reason !== undefined) slips.push({ path: name, message: reason });
        const meant = this.#similarTo(name, schema).find((candidate) => !Object.hasOwn(given, candidate));
        if (meant !== undefined) slips.push({ path: name, message: `is not a field; did you mean '${meant}'?` });
      }
    }
    return [...slips, ...within];
  }

  #inArray(element: ZodType, given: readonly unknown[]): readonly Misspelt[] {
    return given.flatMap((item, index) => placed(String(index), this.below(element, item)));
  }

  /** A field of one of the forms is not misspelt. */
  #inUnion(forms: readonly ZodType[], given: unknown): readonly Misspelt[] {
    const found = forms.map((form) => this.below(form, given));
    return found.find((misspelt) => misspelt.length === 0) ?? found[0] ?? [];
  }

  #fieldsOf(schema: z.ZodObject): ReadonlyMap<string, ZodType> {
    const known = this.#fields.get(schema);
    if (known) return known;
    const fields = new Map(Object.entries(schema.shape as Readonly<Record<string, ZodType>>)); // an object holds what the schema says
    this.#fields.set(schema, fields);
    return fields;
  }

  #similarTo(name: string, schema: z.ZodObject): readonly string[] {
    const compared = this.#similar.get(schema) ?? new Map<string, readonly string[]>();
    this.#similar.set(schema, compared);
    const known = compared.get(name);
    if (known) return known;
    if (this.#namesLeft === 0) return [];
    this.#namesLeft -= 1;
    const similar = [...this.#fieldsOf(schema).keys()].filter((candidate) => isSlipOf(name, candidate));
    compared.set(name, similar);
    return similar;
  }
}

function placed(path: string, misspelt: readonly Misspelt[]): readonly Misspelt[] {
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
  if (Math.abs(given.length - name.length) > 1) return false;
  const [one, other] = [given.toLowerCase(), name.toLowerCase()];
  if (one === other) return true;
  return name.length >= shortest && editDistance(one, other, 2) <= 1;
}
