import { type SchemaAttribute, readOnly, type Schema } from '../schema/index.ts';
import { configUrn, resourceTypeUrn, schemaUrn } from '../urns.ts';

const text = (name: string, description: string, more: Partial<SchemaAttribute> = {}) =>
  readOnly({ name, description, caseExact: true, ...more });

const flag = (name: string, description: string) => readOnly({ name, description, type: 'boolean', required: true });

const count = (name: string, description: string) => readOnly({ name, description, type: 'integer', required: true });

const feature = (name: string, description: string, more: readonly SchemaAttribute[] = []) =>
  readOnly({
    name,
    description,
    type: 'complex',
    required: true,
    subAttributes: [flag('supported', 'Whether it is there.'), ...more],
  });

const configSchema: Schema = {
  id: configUrn,
  name: 'ServiceProviderConfig',
  description: 'What of SCIM is spoken here',
  attributes: [
    feature('patch', 'PATCH.'),
    feature('bulk', 'Several requests in one.', [
      count('maxOperations', 'How many.'),
      count('maxPayloadSize', 'How large, in bytes.'),
    ]),
    feature('filter', 'Filters.', [count('maxResults', 'Most resources in one answer.')]),
    feature('changePassword', 'Changing passwords.'),
    feature('sort', 'Sorting.'),
    feature('etag', 'Versions.'),
    readOnly({
      name: 'authenticationSchemes',
      description: 'How callers authenticate.',
      type: 'complex',
      multiValued: true,
      required: true,
      subAttributes: [
        text('type', 'Which scheme.', { required: true }),
        text('name', 'What it is called.', { required: true }),
        text('description', 'What it is.', { required: true }),
        readOnly({ name: 'primary', description: 'Whether it is the primary one.', type: 'boolean' }),
      ],
    }),
  ],
};

const resourceTypeSchema: Schema = {
  id: resourceTypeUrn,
  name: 'ResourceType',
  description: 'A kind of resources',
  attributes: [
    text('id', 'Its id.'),
    text('name', 'Its name.', { required: true }),
    text('description', 'What it is.'),
    text('endpoint', 'Its address below the base.', { type: 'reference', referenceTypes: ['uri'], required: true }),
    text('schema', 'URN of its schema.', { type: 'reference', referenceTypes: ['uri'], required: true }),
    readOnly({
      name: 'schemaExtensions',
      description: 'Further schemas.',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        text('schema', 'URN of the schema.', { type: 'reference', referenceTypes: ['uri'], required: true }),
        flag('required', 'Whether every resource has it.'),
      ],
    }),
  ],
};

const attributeParts: readonly SchemaAttribute[] = [
  text('name', 'Its name.', { required: true }),
  text('type', 'The type of its values.', {
    required: true,
    canonicalValues: ['string', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'complex'],
  }),
  flag('multiValued', 'Whether there may be several values.'),
  text('description', 'What it is.'),
  flag('required', 'Whether there must be a value.'),
  flag('caseExact', 'Whether case makes a difference.'),
  text('mutability', 'Whether it can be written.', { canonicalValues: ['readOnly', 'readWrite', 'immutable'] }),
  text('returned', 'Whether it is in answers.', { canonicalValues: ['always', 'default'] }),
  text('uniqueness', 'Scope within which the value is unique.', { canonicalValues: ['none', 'server'] }),
  text('canonicalValues', 'Usual values.', { multiValued: true }),
  text('referenceTypes', 'What it may refer to.', { multiValued: true }),
];

const parts = (name: string, more: readonly SchemaAttribute[]) =>
  readOnly({
    name,
    description: 'Its attributes.',
    type: 'complex',
    multiValued: true,
    subAttributes: [...attributeParts, ...more],
  });

const schemaSchema: Schema = {
  id: schemaUrn,
  name: 'Schema',
  description: 'What the resources of a kind have',
  attributes: [
    text('id', 'Its URN.', { required: true }),
    text('name', 'Its name.'),
    text('description', 'What it is of.'),
    parts('attributes', [parts('subAttributes', [])]),
  ],
};

/** Schemas of the discovery documents themselves. */
export const discoverySchemas: readonly Schema[] = [configSchema, resourceTypeSchema, schemaSchema];
