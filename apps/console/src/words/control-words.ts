import { spoken } from './spoken.ts';

export const controlWords = spoken({
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  failed: 'Not copied',
  discard: 'Discard',
  saveAndRun: 'Save and run',
  folder: 'Folder',
  foldersInside: 'Folders inside',
  workspace: 'Workspace',
  cancel: 'Cancel',
  actions: (name: string) => `Actions for ${name}`,
});
