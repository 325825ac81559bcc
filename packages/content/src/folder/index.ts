export { FolderService } from './folder-service.ts';
export { FolderStore } from './folder-store.ts';
export { type Folder, readFolder } from './folder.ts';
