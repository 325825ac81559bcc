import { type Column, type Row, withDistinctTitles } from '@orrery/charts';
import type { CompactRows, LoadResult, MetaCube } from '@orrery/client/data';

/** The columns and rows of an answer, as charts and tables take them. */
export interface AnswerTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

type CompactResult = Omit<LoadResult, 'data'> & { readonly data: CompactRows };

type Members = Pick<MetaCube, 'measures'>;

/**
 * Reads an answer in the format `compact`: dimensions first, then measures, each in the order of the query.
 *
 * @param cubes of the model, which know how measures add up
 * @param first names of columns that come before others, in their order
 */
export function tableOfResult(
  { data, annotation }: CompactResult,
  cubes: readonly Members[],
  first: readonly string[] = [],
): AnswerTable {
  const placeOf = ({ name }: Column) => (first.includes(name) ? first.indexOf(name) : first.length);
  const aggTypes = new Map(cubes.flatMap(({ measures }) => measures.map(({ name, aggType }) => [name, aggType])));
  const granularities = Object.keys(annotation.timeDimensions);
  const members = data.members.filter(
    // With a granularity, the dimension itself comes a second time, unless it was asked for.
    (name) => first.includes(name) || !granularities.some((other) => other !== name && other.startsWith(`${name}.`)),
  );
  const columns = members.map((name): Column => {
    const measure = annotation.measures[name];
    const about = measure ?? annotation.dimensions[name] ?? annotation.timeDimensions[name];
    const column = { ...about, name, role: measure ? 'measure' : 'dimension' } as Column; // annotations are what columns were made for
    return measure ? { ...column, aggType: aggTypes.get(name) } : column;
  });
  const order = columns
    .map((column, index) => ({ column, at: data.members.indexOf(column.name), index }))
    .sort(
      (one, other) =>
        rank(one.column) - rank(other.column) || placeOf(one.column) - placeOf(other.column) || one.index - other.index,
    );
  return {
    columns: withDistinctTitles(order.map(({ column }) => column)),
    rows: data.dataset.map((row) => order.map(({ at }) => row[at])),
  };
}

const rank = ({ role }: Column): number => (role === 'measure' ? 1 : 0);
