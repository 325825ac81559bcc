import {
  accountSettingsSchema,
  accountSettingsUpdateSchema,
  apiKeySchema,
  apiKeysSchema,
  apiKeyUpdateSchema,
  appConfigSchema,
  auditExportQuerySchema,
  auditLogSchema,
  auditQuerySchema,
  madeApiKeySchema,
  newApiKeySchema,
  pageQuerySchema,
} from '@orrery/contract';
import type { Operations } from './operation.ts';

const account = { tag: 'Account' };
const apiKeys = { tag: 'API keys', isForAdmins: true } as const;
const auditLog = { tag: 'Audit log' };

export const accountOperations: Operations = {
  'GET /app-config': {
    ...account,
    id: 'getAppConfig',
    summary: 'How the account wants its applications to look',
    answer: appConfigSchema,
  },
  'GET /account/settings': {
    ...account,
    id: 'getAccountSettings',
    summary: 'What the account has chosen',
    answer: accountSettingsSchema,
    isForAdmins: true,
  },
  'PUT /account/settings': {
    ...account,
    id: 'updateAccountSettings',
    summary: 'Change what the account has chosen; what is not given stays',
    body: accountSettingsUpdateSchema,
    answer: accountSettingsSchema,
    isForAdmins: true,
  },
  'GET /api-keys': {
    ...apiKeys,
    id: 'getApiKeys',
    summary: 'API keys of the account, without their texts',
    query: pageQuerySchema,
    answer: apiKeysSchema,
  },
  'POST /api-keys': {
    ...apiKeys,
    id: 'createApiKey',
    summary: 'Make an API key that acts as the caller; its text is shown this once',
    body: newApiKeySchema,
    answer: madeApiKeySchema,
  },
  'PUT /api-keys/:id': {
    ...apiKeys,
    id: 'updateApiKey',
    summary: 'Change what a key is called and which deployments it is for',
    body: apiKeyUpdateSchema,
    answer: apiKeySchema,
  },
  'DELETE /api-keys/:id': {
    ...apiKeys,
    id: 'revokeApiKey',
    summary: 'End an API key',
    answer: 'nothing',
  },
  'GET /audit-logs': {
    ...auditLog,
    id: 'getAuditLog',
    summary: 'What happened in the account, newest first; takes the right AuditLogManage',
    query: auditQuerySchema,
    answer: auditLogSchema,
  },
  'GET /audit-logs/export': {
    ...auditLog,
    id: 'exportAuditLog',
    summary: 'The audit log as CSV; takes the right AuditLogManage',
    query: auditExportQuerySchema,
    answer: 'csv',
  },
};
