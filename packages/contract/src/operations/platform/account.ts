import { accountSettingsSchema, accountSettingsUpdateSchema, appConfigSchema } from '../../platform/index.ts';
import { get, put } from '../operation.ts';
import { admin, forViewers, governor, inFrames, person } from '../takes.ts';

const tag = 'Account';

/** Settings of the account. */
export const accountOperations = {
  appConfig: get('/app-config', {
    id: 'getAppConfig',
    tag,
    summary: 'Theme of the applications of the account',
    takes: inFrames(forViewers(person, 'locked')),
    answer: appConfigSchema,
  }),
  settings: get('/account/settings', {
    id: 'getAccountSettings',
    tag,
    summary: 'What the account has chosen',
    takes: admin,
    answer: accountSettingsSchema,
  }),
  updateSettings: put('/account/settings', {
    id: 'updateAccountSettings',
    tag,
    summary: 'Change settings of the account; absent fields stay unchanged',
    takes: governor,
    body: accountSettingsUpdateSchema,
    answer: accountSettingsSchema,
    example: { auditLogDays: 90 },
  }),
};
