export type { AuditEvent } from './audit-event.ts';
export { type AuditEntry, AuditLog } from './audit-log.ts';
export { type AuditFilter, AuditReader, type AuditRecord } from './audit-reader.ts';
