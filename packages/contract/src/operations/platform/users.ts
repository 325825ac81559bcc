import {
  madeUserSchema,
  newUserSchema,
  signInLinkSchema,
  userSchema,
  userUpdateSchema,
  userValuesSchema,
  usersQuerySchema,
  usersSchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { admin, governor, withoutTokens } from '../takes.ts';

const tag = 'Users';

/** Users of the account. */
export const userOperations = {
  list: get('/users', {
    id: 'getUsers',
    tag,
    summary: 'Users of the account',
    takes: admin,
    query: usersQuerySchema,
    answer: usersSchema,
  }),
  create: post('/users', {
    id: 'createUser',
    mayConflict: true,
    tag,
    summary: 'Create a user; an invited user gets a link, which is shown only once',
    takes: withoutTokens(governor),
    body: newUserSchema,
    answer: madeUserSchema,
    example: { email: 'bob@example.com', role: 'viewer' },
  }),
  get: get('/users/:id', {
    id: 'getUser',
    tag,
    summary: 'A user',
    takes: admin,
    idOf: 'user',
    answer: userSchema,
  }),
  update: put('/users/:id', {
    id: 'updateUser',
    mayConflict: true,
    tag,
    summary: 'Change a user; absent fields stay unchanged, null clears',
    takes: governor,
    idOf: 'user',
    body: userUpdateSchema,
    answer: userSchema,
    example: { firstName: 'Bob' },
  }),
  delete: remove('/users/:id', {
    id: 'deleteUser',
    mayConflict: true,
    tag,
    summary: 'Delete a user',
    takes: governor,
    idOf: 'user',
    answer: 'nothing',
  }),
  invite: post('/users/:id/invitation', {
    id: 'inviteUser',
    mayConflict: true,
    tag,
    summary: 'Create a new invitation; the previous one becomes invalid',
    takes: withoutTokens(governor),
    idOf: 'user',
    answer: signInLinkSchema,
  }),
  resetPassword: post('/users/:id/password-reset', {
    id: 'resetPassword',
    mayConflict: true,
    tag,
    summary: 'Make a link to set another password by',
    takes: withoutTokens(governor),
    idOf: 'user',
    answer: signInLinkSchema,
  }),
  values: get('/users/:id/user-attributes', {
    id: 'getUserValues',
    tag,
    summary: 'Attributes of a user, with what policies read',
    takes: admin,
    idOf: 'user',
    answer: userValuesSchema,
  }),
};
