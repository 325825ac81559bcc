export { ContentCheck, type LookedAt } from './content-check.ts';
export type { ContentDependencies } from './content-dependencies.ts';
export { MoveService } from './move-service.ts';
export { partsOf, type WorkspacePart, type WorkspacePosition, type WorkspaceQuery } from './workspace-query.ts';
export { type WorkspaceItem, WorkspaceService } from './workspace-service.ts';
