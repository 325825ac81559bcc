import { counted, spoken } from './spoken.ts';

export const sourceWords = spoken({
  semantic: 'Semantic query',
  source: 'Source SQL query',
  newTab: 'New report',
  onlyDevelopers:
    'This report asks a data source directly, past the model and its access policies. Only developers see its rows.',
  notAsOthers:
    'This report asks a data source directly, past the model and its access policies, so it is not shown as others.',
  leaveHelp: 'The statement and how its rows are shown are not saved.',
  past: 'The statement runs on the data source itself: the model and its access policies have no part in it.',
  dataSource: 'Data source',
  editor: 'SQL of the data source',
  editorHelp: 'One statement that reads. Ctrl or Cmd and Enter runs it.',
  tables: 'Tables',
  hideTables: 'Hide tables',
  showTables: 'Show tables',
  find: 'Find tables and columns',
  noTables: 'No table has this name.',
  allTables: 'The data source has no tables that its user sees.',
  moreTables: (count: number) =>
    counted(count, { one: '# more table: find it by name.', other: '# more tables: find them by name.' }),
  cutTables: 'The data source has more tables than are listed.',
  insert: (name: string) => `Insert ${name}`,
  run: 'Run',
  stop: 'Stop',
  running: 'The statement runs.',
  notRun: 'Not run yet.',
  outdated: 'These are the rows of an earlier text. Run it again.',
  noRows: 'The statement has no rows.',
  rows: (count: number) => counted(count, { one: '# row', other: '# rows' }),
  cut: (count: number) =>
    counted(count, { one: 'The first row; there are more.', other: 'The first # rows; there are more.' }),
  result: 'Result',
  limit: 'Rows at most',
  upTo: (count: number) => counted(count, { one: 'Up to # row', other: 'Up to # rows' }),
});
