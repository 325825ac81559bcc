import type { Database } from '../../../store/src/database/database.ts';
import type { AuditLog } from '../../../people/src/audit/audit-log.ts';

export interface ContentDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: AuditLog;
}
