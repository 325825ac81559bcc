import { spoken } from './spoken.ts';

/** Texts for two who change the same dashboard or report. */
export const conflictWords = spoken({
  title: 'Changed by somebody else',
  somebody: 'Somebody else',
  changed: (name: string) => `${name} has changed this dashboard`,
  changedReport: (name: string) => `${name} has changed this report`,
  kept: 'Your changes are kept here, and are not saved.',
  seeChanges: (name: string) => `What differs in the version of ${name}`,
  load: (name: string) => `Load the version of ${name}`,
  keepMine: 'Keep mine',
  leaveTitle: 'Leave without your changes?',
  leaveHelp: 'They are not saved, because somebody else has changed the dashboard.',
  leaveReport: 'They are not saved, because somebody else has changed the report.',
  leave: 'Leave',
  stay: 'Stay',
  otherQuery: 'It asks something else',
  otherLook: 'It is shown in another way',
  otherParts: 'Other parts of it differ',
});
