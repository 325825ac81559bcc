import type { WireFolder } from '@orrery/contract';
import type { Folder } from '@orrery/content';
import { presentInstant } from '../present-instant.ts';

export function presentFolder(folder: Folder): WireFolder {
  const { id, deploymentId, parentId, name, position, ownerId, updatedBy, createdAt, updatedAt } = folder;
  return {
    type: 'FOLDER',
    id,
    deploymentId,
    parentId: parentId ?? null,
    name,
    position,
    ...(ownerId === undefined ? {} : { createdBy: ownerId }),
    updatedBy: updatedBy ?? null,
    createdAt: presentInstant(createdAt),
    updatedAt: presentInstant(updatedAt),
  };
}
