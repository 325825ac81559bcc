import { type Column, granularityOf, titleOf } from './column.ts';

/** Columns with the same title have their names after it, as members have in lists; buckets of one time have their granularities. */
export function withDistinctTitles(columns: readonly Column[]): readonly Column[] {
  const byTitle = Map.groupBy(columns, titleOf);
  return columns.map((column) => {
    const title = titleOf(column);
    const alike = byTitle.get(title) ?? [];
    return alike.length < 2 ? column : { ...column, shortTitle: `${title} (${differenceIn(alike)(column)})` };
  });
}

/** @returns the shortest text that differs between all of the columns */
function differenceIn(alike: readonly Column[]): (column: Column) => string {
  const differs = (part: (column: Column) => string | undefined) => new Set(alike.map(part)).size === alike.length;
  const areOfOneTime = alike.every((column) => granularityOf(column) && memberOf(column) === memberOf(alike[0]));
  if (areOfOneTime && differs(granularityOf)) return (column) => granularityOf(column) ?? column.name;
  return differs(nameInView) ? nameInView : ({ name }) => name;
}

const memberOf = (column: Column | undefined) => column?.name.replace(/\.[^.]*$/, '');

const nameInView = ({ name }: Column) => name.slice(name.indexOf('.') + 1);
