import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidFields, readFields } from './invalid-fields.ts';

const kind = z.enum(['FOLDER', 'REPORT']);
const schema = z.object({
  name: z.string().optional(),
  types: z.union([kind.transform((one) => [one]), z.array(kind)]).optional(),
  action: kind.or(z.literal('None')).optional(),
  value: z.union([z.string(), z.array(z.number())]).optional(),
});

function faultsOf(given: unknown): readonly (readonly [string, string])[] {
  try {
    readFields(schema, given);
  } catch (error) {
    if (error instanceof InvalidFields) return error.details.map(({ path, message }) => [path, message] as const);
    throw error;
  }
  return [];
}

describe('fields of a request', () => {
  it('are read, also when a field may be repeated', () => {
    expect(readFields(schema, { types: 'FOLDER', other: 1 })).toEqual({ types: ['FOLDER'] });
    expect(readFields(schema, { types: ['FOLDER', 'REPORT'] })).toEqual({ types: ['FOLDER', 'REPORT'] });
  });

  it('are all named when they are invalid', () => {
    expect(faultsOf({ name: 1, types: 'folder' }).map(([path]) => path)).toEqual(['name', 'types']);
  });

  it.each([
    [{ types: 'folder' }, [['types', 'Invalid option: expected one of "FOLDER"|"REPORT"']]],
    [{ types: ['FOLDER', 'folder'] }, [['types.1', 'Invalid option: expected one of "FOLDER"|"REPORT"']]],
    [
      { action: 'Read' },
      [['action', 'Invalid option: expected one of "FOLDER"|"REPORT"; or Invalid input: expected "None"']],
    ],
    [
      { value: true },
      [
        [
          'value',
          'Invalid input: expected string, received boolean; or Invalid input: expected array, received boolean',
        ],
      ],
    ],
    [{ value: [1, 'x'] }, [['value.1', 'Invalid input: expected number, received string']]],
  ])('list the allowed forms of a field with several forms: %j', (given, faults) => {
    expect(faultsOf(given)).toEqual(faults);
  });
});

it('an answer lists a hundred problems, and says how many more there are', () => {
  const listed = new InvalidFields(Array.from({ length: 250 }, () => ({ path: 'given', message: 'is wrong' }))).details;
  expect(listed.length).toBe(101);
  expect(listed.at(-1)).toEqual({ path: '', message: '150 more problems are not listed' });
});
