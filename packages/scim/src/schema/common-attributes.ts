import { type SchemaAttribute, attribute, readOnly } from './attribute.ts';

/** Attributes of every resource; schemas do not list them (RFC 7643 section 3.1). */
export const commonAttributes: readonly SchemaAttribute[] = [
  readOnly({
    name: 'schemas',
    description: 'URNs of its schemas.',
    multiValued: true,
    caseExact: true,
    returned: 'always',
  }),
  readOnly({
    name: 'id',
    description: 'Its id here.',
    required: true,
    caseExact: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute({ name: 'externalId', description: 'Its id at the provider.', caseExact: true }),
  readOnly({
    name: 'meta',
    description: 'About the resource.',
    type: 'complex',
    subAttributes: [
      readOnly({ name: 'resourceType', description: 'User or Group.', caseExact: true }),
      readOnly({ name: 'created', description: 'When it was made.', type: 'dateTime' }),
      readOnly({ name: 'lastModified', description: 'When it was last changed.', type: 'dateTime' }),
      readOnly({ name: 'location', description: 'Its address.', type: 'reference', caseExact: true }),
      readOnly({ name: 'version', description: 'Changes with it.', caseExact: true }),
    ],
  }),
];
