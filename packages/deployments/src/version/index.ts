export { archiveBounds } from './archive-bounds.ts';
export { BrokenVersion } from './broken-version.ts';
export { type CheckAccess, checksNoAccess } from './check-access.ts';
export { type OpenedVersion, openVersion } from './open-version.ts';
export type { ProjectVersion } from './project-version.ts';
export type { VersionCheck } from './version-check.ts';
export { VersionService } from './version-service.ts';
