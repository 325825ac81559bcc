import { counted, spoken } from './spoken.ts';

/** Texts about the controls that act on a tile, and those that do not. */
export const tileControlWords = spoken({
  applied: 'Filters that act',
  unapplied: 'Controls that do not apply',
  mapping: 'Change the mapping',
  filtersTitle: (title: string) => `Filters of ${title}`,
  filtersOf: (title: string, acting: number, others: number) =>
    others === 0
      ? `${counted(acting, { one: '1 filter acts', other: '# filters act' })} on ${title}`
      : `${counted(acting, { one: '1 filter acts', other: '# filters act' })} on ${title}, ${counted(others, { one: '1 does not apply', other: '# do not apply' })}`,
  grainsOf: (title: string, others: number) =>
    `${counted(others, { one: '1 granularity does not apply', other: '# granularities do not apply' })} to ${title}`,
  off: (name: string) => `${name}: switched off for this chart by its author.`,
  'other-data': (name: string) => `${name}: the chart does not read the data that this is about.`,
  'other-time': (name: string) => `${name}: the chart is grouped by another time.`,
  statement: (name: string) => `${name}: the chart is a statement that no filter can be joined to.`,
});
