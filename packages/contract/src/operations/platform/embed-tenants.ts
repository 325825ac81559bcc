import {
  embedGroupsSchema,
  embedTenantsSchema,
  embedUserAttributesSchema,
  pageQuerySchema,
} from '../../platform/index.ts';
import { get, remove } from '../operation.ts';
import { admin, governor } from '../takes.ts';

const tag = 'Embed tenants';

/** Customers of the account whose viewers see embedded content; `-` names the account itself. */
export const embedTenantOperations = {
  list: get('/embed-tenants', {
    id: 'getEmbedTenants',
    tag,
    summary: 'List the embed tenants, in order of creation',
    takes: admin,
    query: pageQuerySchema,
    answer: embedTenantsSchema,
  }),
  delete: remove('/embed-tenants/:embedTenantName', {
    id: 'deleteEmbedTenant',
    tag,
    summary: 'Delete an embed tenant with its viewers, groups and attributes; its name is free afterwards',
    takes: governor,
    answer: 'nothing',
  }),
  groups: get('/embed-tenants/:embedTenantName/groups', {
    id: 'getGroups',
    tag,
    summary: 'List the groups of an embed tenant, without those of the system',
    takes: admin,
    query: pageQuerySchema,
    answer: embedGroupsSchema,
  }),
  deleteGroup: remove('/embed-tenants/:embedTenantName/groups/:id', {
    id: 'deleteGroup',
    tag,
    summary: 'Delete a group of an embed tenant; its viewers stay',
    takes: admin,
    idOf: 'group',
    answer: 'nothing',
  }),
  userAttributes: get('/embed-tenants/:embedTenantName/user-attributes', {
    id: 'getUserAttributes',
    tag,
    summary: 'List the user attributes of an embed tenant',
    takes: admin,
    query: pageQuerySchema,
    answer: embedUserAttributesSchema,
  }),
  deleteUserAttribute: remove('/embed-tenants/:embedTenantName/user-attributes/:id', {
    id: 'deleteUserAttribute',
    tag,
    summary: 'Delete a user attribute of an embed tenant with all its values; the name is free for another type',
    takes: admin,
    idOf: 'user attribute',
    answer: 'nothing',
  }),
};
