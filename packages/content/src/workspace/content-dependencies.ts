import type { Database } from '@orrery/store';
import type { AuditLog } from '@orrery/people';

export interface ContentDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: AuditLog;
}
