import { platformOperations } from '@orrery/contract';
import { describe, expect, it } from 'vitest';
import { z, type ZodType } from 'zod';
import { openApiOf, platformFace } from '../../../openapi/index.ts';

/** Every field below, with its path. */
function fieldsIn(schema: ZodType, path: string): readonly (readonly [string, ZodType])[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return fieldsIn(schema.unwrap() as ZodType, path);
  }
  if (schema instanceof z.ZodPipe) {
    return fieldsIn((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as ZodType, path);
  }
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element as ZodType, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((form) => fieldsIn(form as ZodType, path));
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Readonly<Record<string, ZodType>>).flatMap(([name, field]) => [
    [`${path}.${name}`, field] as const,
    ...fieldsIn(field, `${path}.${name}`),
  ]);
}

const ofBodies = platformOperations.flatMap(({ id, body }) => (body ? fieldsIn(body, id) : []));

describe('a field of a body', () => {
  it('that is optional accepts null, which clients send for values they omit', () => {
    const refusing = ofBodies.filter(
      ([, field]) => field.safeParse(undefined).success && !field.safeParse(null).success,
    );
    expect(refusing.map(([path]) => path)).toEqual([]);
    expect(ofBodies.length).toBeGreaterThan(200);
  });

  it('that is an id starts at 1, or at 0 for the root folder', () => {
    const numbers = ofBodies.filter(
      ([path]) => /(\.id|Id|Ids)$/.test(path) && !/(external|public|theme)\w*Id$/i.test(path),
    );
    const takes = (value: number) =>
      numbers.flatMap(([path, field]) => {
        const given = path.endsWith('Ids') ? [value] : value;
        return field.safeParse(given).success ? [path.slice(path.lastIndexOf('.') + 1)] : [];
      });
    expect(takes(-1)).toEqual([]);
    expect([...new Set(takes(0))].sort()).toEqual(['folderId', 'parentId']);
    expect(takes(1).length).toBeGreaterThan(15);
  });
});

describe('a parameter', async () => {
  const { paths } = await openApiOf(platformFace);
  const parameters = Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => one.parameters));
  const integers = parameters.filter(({ schema }) => schema['type'] === 'integer');

  it('that is an id or a count starts at 1, or at 0 for the root folder', () => {
    const zero = integers.filter(({ schema }) => Number(schema['minimum']) < 1).map(({ name }) => name);
    expect([...new Set(zero)].sort()).toEqual(['folderId', 'offset', 'parentId']);
    expect(integers.length).toBeGreaterThan(100);
  });

  it.each(platformOperations.flatMap(({ id, query }) => (query ? [{ id, query }] : [])))(
    'of $id that is a whole number has digits only',
    ({ query }) => {
      const taken = Object.entries(query.shape).flatMap(([name, schema]) => {
        if (z.toJSONSchema(schema as ZodType, { io: 'input' }).type !== 'integer') return [];
        return ['0x10', '1e2', ' 7', '7.0', 'true', '']
          .filter((text) => (schema as ZodType).safeParse(text).success)
          .map((text) => `${name}=${text}`);
      });
      expect(taken).toEqual([]);
    },
  );

  it('that is optional may be empty, except for the cursor', () => {
    const named = (name: string) => parameters.filter((one) => one.name === name);
    expect(new Set(named('search').map(({ allowEmptyValue }) => allowEmptyValue))).toEqual(new Set([true]));
    expect(new Set(named('after').map(({ allowEmptyValue }) => allowEmptyValue))).toEqual(new Set([undefined]));
  });
});
