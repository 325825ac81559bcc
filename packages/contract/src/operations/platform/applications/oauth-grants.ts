import {
  oauthGrantSchema,
  oauthGrantsQuerySchema,
  oauthGrantsSchema,
  pageQuerySchema,
} from '../../../platform/index.ts';
import { get, remove } from '../../operation.ts';
import { admin, governor, person } from '../../takes.ts';

const tag = 'Connected applications';
const idOf = 'connected application';

/** Consents of people, by which applications act for them. */
export const oauthGrantOperations = {
  listOwn: get('/users/me/oauth-grants', {
    id: 'getOwnOAuthGrants',
    tag,
    summary: 'List applications that may act for the caller',
    takes: person,
    query: pageQuerySchema,
    answer: oauthGrantsSchema,
  }),
  endOwn: remove('/users/me/oauth-grants/:id', {
    id: 'endOwnOAuthGrant',
    tag,
    summary: 'End what the caller has allowed an application; its tokens are refused at once',
    takes: person,
    idOf,
    answer: 'nothing',
  }),
  endOwnOfClient: remove('/users/me/oauth-clients/:id', {
    id: 'endOwnOAuthClient',
    tag,
    summary: 'End all that the caller has allowed an application, each time that it was connected',
    takes: person,
    idOf: 'application',
    answer: 'nothing',
  }),
  list: get('/oauth-grants', {
    id: 'getOAuthGrants',
    tag,
    summary: 'List applications that may act for users of the account',
    takes: admin,
    query: oauthGrantsQuerySchema,
    answer: oauthGrantsSchema,
  }),
  get: get('/oauth-grants/:id', {
    id: 'getOAuthGrant',
    tag,
    summary: 'Get what a user has allowed an application',
    takes: admin,
    idOf,
    answer: oauthGrantSchema,
  }),
  end: remove('/oauth-grants/:id', {
    id: 'endOAuthGrant',
    tag,
    summary: 'End what a user has allowed an application; its tokens are refused at once',
    takes: governor,
    idOf,
    answer: 'nothing',
  }),
};
