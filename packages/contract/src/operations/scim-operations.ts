import type { ZodType } from 'zod';
import {
  scimConfigSchema,
  scimGroupInputSchema,
  scimGroupSchema,
  scimListQuerySchema,
  scimListSchema,
  scimPatchSchema,
  scimResourceTypeSchema,
  scimResourceTypesSchema,
  scimSchemaSchema,
  scimSchemasSchema,
  scimSearchSchema,
  scimSelectionQuerySchema,
  scimUserInputSchema,
  scimUserSchema,
  selectedScimGroupSchema,
  selectedScimUserSchema,
} from '../scim/index.ts';
import { get, type Operation, patch, post, put, remove } from './operation.ts';
import { provider as takes, provisioner, reading } from './takes.ts';

const tag = 'SCIM';
const list = { tag, takes, answer: scimListSchema };
const search = { ...list, takes: reading(takes), reads: scimSearchSchema };

/** SCIM 2.0. The attributes of a resource depend on the account, whose own schemas read the bodies. */
export const scimOperations = {
  users: resources('/Users', 'User', scimUserSchema.or(selectedScimUserSchema)),
  groups: resources('/Groups', 'Group', scimGroupSchema.or(selectedScimGroupSchema)),
  searchAll: post('/.search', { ...search, id: 'searchAll', summary: 'Search users and groups' }),
  discovery: {
    config: get('/ServiceProviderConfig', {
      tag,
      takes,
      answer: scimConfigSchema,
      id: 'getConfig',
      summary: 'The parts of SCIM that are served',
    }),
    resourceTypes: get('/ResourceTypes', {
      tag,
      takes,
      answer: scimResourceTypesSchema,
      id: 'getResourceTypes',
      summary: 'The kinds of resources',
    }),
    resourceType: get('/ResourceTypes/:id', {
      tag,
      takes,
      answer: scimResourceTypeSchema,
      id: 'getResourceType',
      summary: 'One kind of resource',
    }),
    schemas: get('/Schemas', {
      tag,
      takes,
      answer: scimSchemasSchema,
      id: 'getSchemas',
      summary: 'The attributes of resources',
    }),
    schema: get('/Schemas/:id', {
      tag,
      takes,
      answer: scimSchemaSchema,
      id: 'getSchema',
      summary: 'The attributes of one kind of resource',
    }),
  },
} as const;

function resources<Path extends '/Users' | '/Groups'>(path: Path, kind: 'User' | 'Group', answer: ZodType) {
  const one = { tag, takes, answer, query: scimSelectionQuerySchema };
  const named = {
    ...one,
    takes: provisioner,
    mayConflict: true,
    reads: kind === 'User' ? scimUserInputSchema : scimGroupInputSchema,
  } as const;
  const name = kind.toLowerCase();
  return {
    list: get(path, { ...list, query: scimListQuerySchema, id: `list${kind}s`, summary: `Search ${name}s by address` }),
    create: post(path, { ...named, id: `create${kind}`, summary: `Make a ${name}`, status: 201 }),
    search: post(`${path}/.search`, { ...search, id: `search${kind}s`, summary: `Search ${name}s by body` }),
    get: get(`${path}/:id`, { ...one, id: `get${kind}`, summary: `A ${name}` }),
    replace: put(`${path}/:id`, { ...named, id: `replace${kind}`, summary: `Replace a ${name}` }),
    change: patch(`${path}/:id`, {
      ...named,
      reads: scimPatchSchema,
      id: `change${kind}`,
      summary: `Change a ${name}`,
    }),
    delete: remove(`${path}/:id`, {
      tag,
      takes: provisioner,
      id: `delete${kind}`,
      summary: `Delete a ${name}`,
      answer: 'nothing',
    }),
  };
}

/** Every operation of SCIM. */
export const allScimOperations: readonly Operation[] = [
  scimOperations.searchAll,
  ...[scimOperations.users, scimOperations.groups, scimOperations.discovery].flatMap((operations) =>
    Object.values<Operation>(operations),
  ),
];
