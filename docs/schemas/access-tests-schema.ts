import type { Schema } from './schema-of.ts';

const member = { type: 'string', minLength: 1 } satisfies Schema;

const query = {
  type: 'object',
  properties: {
    query: { type: 'object', description: 'As /v1/load takes it' },
    rows: { type: 'array', items: { type: 'object' }, description: 'Exactly these, in any order unless it has one' },
    count: { type: 'integer', description: 'So many rows' },
    refused: {
      anyOf: [{ type: 'string', minLength: 1 }, { const: true }],
      description: 'It is not answered; a text stands in the message',
    },
  },
  additionalProperties: false,
  required: ['query'],
  anyOf: ['rows', 'count', 'refused'].map((key) => ({ required: [key] })),
} satisfies Schema;

const test = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, description: 'What it says, for people' },
    as: { type: 'object', description: 'The security context of whoever asks: the claims of a token' },
    sees: { type: 'array', items: member, description: 'Members that must be visible' },
    must_not_see: { type: 'array', items: member, description: 'Members that must not be' },
    queries: { type: 'array', items: query },
  },
  additionalProperties: false,
  required: ['name', 'as'],
  anyOf: ['sees', 'must_not_see', 'queries'].map((key) => ({ required: [key] })),
} satisfies Schema;

/** What editors read to complete and check the files of `access_tests/`. */
export function accessTestsSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Who sees what of an Orrery project, as orrery check tests it',
    type: 'object',
    properties: { tests: { type: 'array', items: test } },
    additionalProperties: false,
    required: ['tests'],
  };
}

/** Keys of its mappings, for a comparison with the reader. */
export const accessTestShapes = {
  file: ['tests'],
  test: Object.keys(test.properties),
  query: Object.keys(query.properties),
};
