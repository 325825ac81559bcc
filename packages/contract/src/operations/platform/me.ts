import {
  currentUserSchema,
  passwordChangeSchema,
  preferencesSchema,
  preferencesUpdateSchema,
} from '../../platform/index.ts';
import { get, post, put } from '../operation.ts';
import { forViewers, person, withoutTokens } from '../takes.ts';

const tag = 'The caller';

/** The caller. */
export const meOperations = {
  get: get('/users/me', {
    id: 'getCurrentUser',
    tag,
    summary: 'Who asks',
    takes: forViewers(person, 'read'),
    answer: currentUserSchema,
  }),
  changePassword: post('/users/me/password', {
    id: 'changePassword',
    mayConflict: true,
    tag,
    summary: "Change the caller's password",
    takes: withoutTokens(person),
    body: passwordChangeSchema,
    answer: 'nothing',
    example: { currentPassword: 'correct horse battery', newPassword: 'staple battery horse', endConnected: false },
  }),
  preferences: get('/users/me/preferences', {
    id: 'getPreferences',
    tag,
    summary: 'Get the preferences of the caller',
    takes: person,
    answer: preferencesSchema,
  }),
  updatePreferences: put('/users/me/preferences', {
    id: 'updatePreferences',
    tag,
    summary: 'Change the preferences of the caller; absent fields stay unchanged, null restores the default',
    takes: person,
    body: preferencesUpdateSchema,
    answer: preferencesSchema,
    example: {},
  }),
};
