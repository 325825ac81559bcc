import type { NotCopied } from '../model/copied-report.ts';
import { spoken } from './spoken.ts';

const texts = spoken({
  more: 'More actions',
  copy: 'Copy',
  copied: (name: string) => `${name} is copied. Paste it on the page of a workbook.`,
  notCopied: 'Not copied: the browser does not let this page use the clipboard.',
  use: 'Use report',
  toWorkbook: 'Convert to workbook',
  toDashboard: 'Add to a dashboard...',
  toDashboardTitle: 'Add to a dashboard',
  toDashboardHelp: 'A copy becomes a tab of the workbook, and a chart of the draft of its dashboard.',
  findWorkbook: 'Search workbooks in all folders',
  workbooks: 'Workbooks',
  noWorkbook: 'There is no such workbook that you may change. Convert to workbook makes one.',
  addTo: (name: string) => `Add to ${name}`,
  share: 'Share...',
  showMore: 'Show more',
  cancel: 'Cancel',
  pasted: (name: string) => `${name} is pasted as a report of this workbook.`,
  notPasted: (text: string) => `Not pasted: ${text}`,
});

const faults: Readonly<Record<NotCopied, string>> = spoken({
  other: 'What the clipboard has is no report. Copy one in Explore, or in the menu of a report of a workbook.',
  long: 'What the clipboard has is longer than a report can be.',
  incomplete: 'The report in the clipboard lacks its name or its query.',
});

export const copyWords = { ...texts, faults };
