import { spoken } from './spoken.ts';

export const frameWords = spoken({
  expired: 'This embedded session has expired.',
  expiredHelp: 'Nothing on this page is lost. Open it again from the application that shows it.',
  needed: 'A session is needed',
  neededHelp: 'This page opens only from the application that embeds it.',
  unreachable: 'The server cannot be reached.',
  notForCreators: 'This session is not for the application',
  notForCreatorsHelp: 'It may look at dashboards. The application takes sessions in creator mode.',
  shared: 'Shared with all of you',
  sharedItems: 'Items shared with all of you',
  nothingShared: 'Nothing is here.',
  back: 'Back',
  open: (name: string) => `Open ${name}`,
  duplicate: 'Duplicate',
  duplicateOf: (name: string) => `Duplicate ${name}`,
  notPublished: 'Not published',
});
