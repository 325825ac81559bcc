import { auditExportQuerySchema, auditLogSchema, auditQuerySchema } from '../../platform/index.ts';
import { get } from '../operation.ts';
import { onAccount } from '../takes.ts';

const tag = 'Audit log';

/** Audit log of the account. */
export const auditLogOperations = {
  list: get('/audit-logs', {
    id: 'getAuditLog',
    tag,
    summary: 'What happened in the account, newest first; takes the right AuditLogManage',
    takes: onAccount('AuditLogManage'),
    query: auditQuerySchema,
    answer: auditLogSchema,
  }),
  export: get('/audit-logs/export', {
    id: 'exportAuditLog',
    tag,
    summary: 'The audit log as CSV; takes the right AuditLogManage',
    takes: onAccount('AuditLogManage'),
    query: auditExportQuerySchema,
    answer: 'csv',
  }),
};
