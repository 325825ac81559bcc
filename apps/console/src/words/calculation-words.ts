import { spoken } from './spoken.ts';

const texts = spoken({
  title: 'Calculated fields',
  edit: 'Edit',
  remove: 'Remove',
  editOf: (name: string) => `Calculated field: ${name}`,
  name: 'Name',
  sql: 'SQL',
  sqlHelp:
    'One expression over the columns of the query, such as "sales.amount" * 2. Windows see all rows, before the row limit.',
  update: 'Update',
  noName: 'Give it a name.',
  nameTaken: 'Another column has this name.',
  noSql: 'Write an expression.',
  columns: 'Columns',
  needsDimension: 'It needs a dimension.',
  needsMeasure: (title: string) => `It needs ${title} among the measures.`,
  needsGroups: 'It needs groups, and not single rows.',
  needsOneRange: 'Not while ranges are compared.',
  about: (name: string, text: string) => `${name}: ${text}`,
  filtered: (measure: string, conditions: string) => `${measure} of the rows with ${conditions}.`,
  createFiltered: 'Create filtered measure',
  ofOwn: 'An expression of your own.',
  named: (title: string, what: string) => `${title} (${what})`,
  another: (name: string, number: number) => `${name} ${number}`,
  list: (titles: readonly string[]) => titles.join(', '),
  total: (measure: string) => `${measure} as a part of its sum over all rows, before the row limit.`,
  alongTime: (time: string) => `the bucket right before it, by ${time}; empty where that has no row, nothing, or zero`,
  alongRows: (dimension: string) =>
    `the row before it, in the order of ${dimension}; empty where that has nothing, or zero`,
  within: (text: string, dimensions: string) =>
    dimensions === '' ? text : `${text}. For each ${dimensions} by itself`,
  previous: (measure: string, before: string) => `${measure} as a part of that of ${before}.`,
  change: (measure: string, before: string) => `${measure} compared with that of ${before}.`,
  running: (measure: string, along: string, dimensions: string) =>
    `Sum of ${measure} up to each row, in the order of ${along}${dimensions === '' ? '' : `, for each ${dimensions} by itself`}.`,
});

/** The words of calculations in names of fields, after the measure. */
const parts = spoken({
  percent_of_total: '% of total',
  percent_of_previous: '% of previous',
  percent_change: '% change from previous',
  running_total: 'running total',
  count_distinct: 'count distinct',
  min: 'smallest',
  max: 'largest',
});

const names = spoken({
  percent_of_total: '% of total',
  percent_of_previous: '% of previous',
  percent_change: '% change from previous',
  running_total: 'Running total',
  count_distinct: 'Count distinct',
  min: 'Smallest',
  max: 'Largest',
});

const aggregated = spoken({
  count_distinct: (dimension: string) => `How many values ${dimension} has in each row; nothing is no value.`,
  min: (dimension: string) => `The smallest ${dimension} of each row.`,
  max: (dimension: string) => `The largest ${dimension} of each row.`,
});

export const calculationWords = { ...texts, names, parts, aggregated };
