import { newRoleSchema, pageQuerySchema, roleSchema, rolesSchema, roleUpdateSchema } from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { admin, governor } from '../takes.ts';

const tag = 'Roles';

/** Custom roles of the account. */
export const roleOperations = {
  list: get('/roles', {
    id: 'getRoles',
    tag,
    summary: 'Roles that the account made itself',
    takes: admin,
    query: pageQuerySchema,
    answer: rolesSchema,
  }),
  create: post('/roles', {
    id: 'createRole',
    mayConflict: true,
    mayMiss: true,
    tag,
    summary: 'Make a role',
    takes: governor,
    body: newRoleSchema,
    answer: roleSchema,
    example: { name: 'Auditors', base: 'viewer', actions: ['AuditLogManage'] },
  }),
  get: get('/roles/:id', {
    id: 'getRole',
    tag,
    summary: 'A role',
    takes: admin,
    idOf: 'role',
    answer: roleSchema,
  }),
  update: put('/roles/:id', {
    id: 'updateRole',
    mayConflict: true,
    tag,
    summary: 'Change a role; absent fields stay unchanged',
    takes: governor,
    idOf: 'role',
    body: roleUpdateSchema,
    answer: roleSchema,
    example: { name: 'Auditors' },
  }),
  delete: remove('/roles/:id', {
    id: 'deleteRole',
    tag,
    summary: 'Delete a role',
    takes: governor,
    idOf: 'role',
    answer: 'nothing',
  }),
};
