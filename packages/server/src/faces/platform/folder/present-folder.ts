import type { WireFolder } from '@orrery/contract';
import type { Folder } from '@orrery/content';
import { presentInstant } from '../present-instant.ts';

export function presentFolder({ ownerId, createdAt, updatedAt, ...folder }: Folder): WireFolder {
  return {
    type: 'FOLDER',
    ...folder,
    ...(ownerId === null ? {} : { createdBy: ownerId }),
    createdAt: presentInstant(createdAt),
    updatedAt: presentInstant(updatedAt),
  };
}
