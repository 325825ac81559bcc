import type { Database } from '../db/database.ts';
import type { AuditLog } from '../identity/audit-log.ts';

export interface ContentDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: AuditLog;
}
