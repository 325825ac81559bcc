import {
  currentUserSchema,
  passwordChangeSchema,
  preferencesSchema,
  preferencesUpdateSchema,
} from '../../platform/index.ts';
import { get, post, put } from '../operation.ts';
import { person } from '../takes.ts';

const tag = 'The caller';

/** The caller. */
export const meOperations = {
  get: get('/users/me', {
    id: 'getCurrentUser',
    tag,
    summary: 'Who asks',
    takes: person,
    answer: currentUserSchema,
  }),
  changePassword: post('/users/me/password', {
    id: 'changePassword',
    tag,
    summary: "Change the caller's password",
    takes: person,
    body: passwordChangeSchema,
    answer: 'nothing',
    example: { currentPassword: 'correct horse battery', newPassword: 'staple battery horse' },
  }),
  preferences: get('/users/me/preferences', {
    id: 'getPreferences',
    tag,
    summary: 'How the caller wants the application to be',
    takes: person,
    answer: preferencesSchema,
  }),
  updatePreferences: put('/users/me/preferences', {
    id: 'updatePreferences',
    tag,
    summary: 'Choose how the application is to be; what is not given stays, null is the default',
    takes: person,
    body: preferencesUpdateSchema,
    answer: preferencesSchema,
    example: {},
  }),
};
