import {
  groupMembersSchema,
  groupSchema,
  groupsQuerySchema,
  groupsSchema,
  groupUpdateSchema,
  membersSchema,
  newGroupSchema,
  pageQuerySchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { admin, governor } from '../takes.ts';

const tag = 'Groups';

/** Groups of the account and their members. */
export const groupOperations = {
  list: get('/groups', {
    id: 'getAccountGroups',
    tag,
    summary: 'Groups of the account',
    takes: admin,
    query: groupsQuerySchema,
    answer: groupsSchema,
  }),
  create: post('/groups', {
    id: 'createAccountGroup',
    mayConflict: true,
    tag,
    summary: 'Make a group',
    takes: governor,
    body: newGroupSchema,
    answer: groupSchema,
    example: { name: 'Norway' },
  }),
  get: get('/groups/:id', {
    id: 'getAccountGroup',
    tag,
    summary: 'A group',
    takes: admin,
    idOf: 'group',
    answer: groupSchema,
  }),
  update: put('/groups/:id', {
    id: 'updateAccountGroup',
    mayConflict: true,
    tag,
    summary: 'Change a group; absent fields stay unchanged',
    takes: governor,
    idOf: 'group',
    body: groupUpdateSchema,
    answer: groupSchema,
    example: { name: 'Norway' },
  }),
  delete: remove('/groups/:id', {
    id: 'deleteAccountGroup',
    tag,
    summary: 'Delete a group',
    takes: governor,
    idOf: 'group',
    answer: 'nothing',
  }),
  members: get('/groups/:id/members', {
    id: 'getGroupMembers',
    tag,
    summary: 'Who is in a group',
    takes: admin,
    idOf: 'group',
    query: pageQuerySchema,
    answer: groupMembersSchema,
  }),
  addMembers: post('/groups/:id/members', {
    id: 'addGroupMembers',
    tag,
    summary: 'Put users into a group',
    takes: governor,
    idOf: 'group',
    body: membersSchema,
    answer: groupSchema,
    example: { userIds: [1] },
  }),
  removeMembers: remove('/groups/:id/members', {
    id: 'removeGroupMembers',
    tag,
    summary: 'Take users out of a group; takes a body',
    takes: governor,
    idOf: 'group',
    body: membersSchema,
    answer: 'nothing',
    example: { userIds: [1] },
  }),
};
