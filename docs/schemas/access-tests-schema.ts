import type { Schema } from './schema-of.ts';

const member = { type: 'string', minLength: 1 } satisfies Schema;

const query = {
  type: 'object',
  properties: {
    query: { type: 'object', description: 'A query as /v1/load takes it' },
    rows: {
      type: 'array',
      items: { type: 'object' },
      description: 'Exactly these rows, in any order unless the query has an order',
    },
    count: { type: 'integer', description: 'The number of rows' },
    refused: {
      anyOf: [{ type: 'string', minLength: 1 }, { const: true }],
      description: 'The query is refused; a text must occur in the message',
    },
  },
  additionalProperties: false,
  required: ['query'],
  anyOf: ['rows', 'count', 'refused'].map((key) => ({ required: [key] })),
} satisfies Schema;

const test = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, description: 'A description of the test' },
    as: { type: 'object', description: 'The security context of the caller: the claims of a token' },
    sees: { type: 'array', items: member, description: 'Members that must be visible' },
    must_not_see: { type: 'array', items: member, description: 'Members that must not be visible' },
    queries: { type: 'array', items: query },
  },
  additionalProperties: false,
  required: ['name', 'as'],
  anyOf: ['sees', 'must_not_see', 'queries'].map((key) => ({ required: [key] })),
} satisfies Schema;

/** Schema with which editors complete and check the files of `access_tests/`. */
export function accessTestsSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Access tests of an Orrery project, which orrery check runs',
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
