import {
  newUserAttributeSchema,
  pageQuerySchema,
  userAttributeSchema,
  userAttributesSchema,
  userAttributeUpdateSchema,
} from '../../platform/index.ts';
import { get, post, put, remove } from '../operation.ts';
import { admin, governor } from '../takes.ts';

const tag = 'User attributes';

/** Attributes that the account defines for its users. */
export const userAttributeOperations = {
  list: get('/user-attributes', {
    id: 'getAccountUserAttributes',
    tag,
    summary: 'List the user attributes of the account',
    takes: admin,
    query: pageQuerySchema,
    answer: userAttributesSchema,
  }),
  create: post('/user-attributes', {
    id: 'createAccountUserAttribute',
    mayConflict: true,
    tag,
    summary: 'Make a user attribute',
    takes: governor,
    body: newUserAttributeSchema,
    answer: userAttributeSchema,
    example: { name: 'city', type: 'string' },
  }),
  get: get('/user-attributes/:id', {
    id: 'getAccountUserAttribute',
    tag,
    summary: 'A user attribute',
    takes: admin,
    idOf: 'user attribute',
    answer: userAttributeSchema,
  }),
  update: put('/user-attributes/:id', {
    id: 'updateAccountUserAttribute',
    tag,
    summary: 'Change a user attribute; absent fields stay unchanged, and the type never changes',
    takes: governor,
    idOf: 'user attribute',
    body: userAttributeUpdateSchema,
    answer: userAttributeSchema,
    example: { displayName: 'City' },
  }),
  delete: remove('/user-attributes/:id', {
    id: 'deleteAccountUserAttribute',
    tag,
    summary: 'Delete a user attribute with all its values',
    takes: governor,
    idOf: 'user attribute',
    answer: 'nothing',
  }),
};
