import { type Column, granularityOf, isMeasure, isTime, type Row, titleOf, type Value } from '../column.ts';
import { formatterOf, isSoFar, readCivilTime, readDecimal } from '../format/index.ts';

/** A value that another one is compared with. */
export interface Compared {
  /** The name of the other range or of the other row. */
  readonly label: string;
  readonly value: Value;
  /** Whether both are of ranges as long, and of as much of them. */
  readonly isAlike: boolean;
}

export type WhichRow = 'first' | 'second' | 'last' | 'newest';

const leastTrend = 3;
const mostTrend = 500;

/**
 * The rows of an answer, as KPIs read them. The first row of a comparison is the first one of its first range: groups
 * that only a later range has may come before it.
 */
export class KpiSource {
  readonly #columns: readonly Column[];
  readonly #rows: readonly Row[];
  readonly #locale: string | undefined;
  readonly #first: number;
  /** Where the dimensions stand. */
  readonly #places: readonly number[];
  /** Where the newest row stands, once it was looked for. */
  #newest: number | undefined;

  constructor(columns: readonly Column[], rows: readonly Row[], locale: string | undefined) {
    this.#columns = columns;
    this.#rows = rows;
    this.#locale = locale;
    this.#places = columns.flatMap((column, index) => (isMeasure(column) ? [] : [index]));
    const names = new Set(columns.flatMap(({ comparedTo }) => comparedTo ?? []));
    const own = columns.flatMap(({ name }, index) => (names.has(name) ? [index] : []));
    this.#first =
      own.length === 0
        ? 0
        : Math.max(
            0,
            rows.findIndex((row) => own.some((at) => readDecimal(row[at]))),
          );
  }

  /** The measures that are shown by default: not those of other ranges. */
  get measures(): readonly Column[] {
    return this.#columns.filter((column) => isMeasure(column) && column.comparedTo === undefined);
  }

  /** The row of usual blocks: the newest one where the rows are those of times alone; otherwise the first one. */
  get usual(): 'first' | 'newest' {
    const isAlone = this.#places.length === 1 && !this.#columns.some(({ comparedTo }) => comparedTo);
    return isAlone && this.hasRow('newest') ? 'newest' : 'first';
  }

  column(name: string): Column | undefined {
    return this.#columns.find((column) => column.name === name);
  }

  hasRow(which: WhichRow): boolean {
    return this.#row(which) !== undefined;
  }

  value(column: Column, which: WhichRow = 'first'): Value {
    return this.#row(which)?.[this.#columns.indexOf(column)];
  }

  /** Tells a row from the others; empty where there is no other, or no dimension. */
  labelOf(which: WhichRow = 'first'): string {
    const row = this.#row(which);
    return row && this.#rows.length > 1 ? this.#labelOf(row) : '';
  }

  /** The values that a value is compared with: those of other ranges, else of the previous row in time, else of the next row. */
  comparedWith(column: Column, which: WhichRow = 'first'): readonly Compared[] {
    const row = this.#row(which);
    const ranges = this.#columns.flatMap((each, at) => {
      if (each.comparedTo !== column.name) return [];
      const isUnlike = this.#columns.some((time, index) => isTime(time) && each.unlike?.includes(row?.[index]));
      return [{ label: titleOf(each), value: row?.[at], isAlike: !isUnlike && !each.isOtherPart }];
    });
    const base = row && this.#base(row, which);
    if (ranges.length > 0 || !base) return ranges;
    const isAlike = [row, base].every((one) => !this.#goesOn(one));
    return [{ label: this.#labelOf(base), value: base[this.#columns.indexOf(column)], isAlike }];
  }

  /** The values of all rows over time, from the first on; absent where there is no time, or too little of it. */
  trendOf(column: Column): readonly (number | null)[] | undefined {
    const [place, ...others] = this.#places;
    const time = this.#columns[place ?? -1];
    const isOverTime = time !== undefined && others.length === 0 && isTime(time) && granularityOf(time) !== undefined;
    if (place === undefined || !isOverTime || this.#rows.length < leastTrend || this.#rows.length > mostTrend)
      return undefined;
    const at = this.#columns.indexOf(column);
    const points = this.#rows.flatMap((row) => {
      const ms = readCivilTime(row[place]);
      return ms === undefined ? [] : [{ ms, value: numberOf(row[at]) }];
    });
    return points.toSorted((one, other) => one.ms - other.ms).map(({ value }) => value);
  }

  /** Whether a row is of a bucket that is not over. */
  #goesOn(row: Row | undefined): boolean {
    return this.#columns.some((column, index) => isSoFar(column, row?.[index]));
  }

  #labelOf(row: Row): string {
    return this.#places
      .map((at) => {
        const column = this.#columns[at] ?? { name: '' };
        return formatterOf(column, { locale: this.#locale, values: this.#rows.map((each) => each[at]) })(row[at]);
      })
      .join(', ');
  }

  #row(which: WhichRow): Row | undefined {
    return this.#rows[this.#at(which)];
  }

  #at(which: WhichRow): number {
    if (which === 'last') return this.#rows.length - 1;
    if (which === 'newest') return (this.#newest ??= this.#findNewest());
    return this.#first + (which === 'second' ? 1 : 0);
  }

  /** The place of the one time among the columns, which tells rows apart. */
  get #time(): number | undefined {
    const times = this.#places.filter((at) => isTime(this.#columns[at] ?? { name: '' }));
    return times.length === 1 ? times[0] : undefined;
  }

  /** @returns -1 without one time that can be read; rows without a time are never the newest, wherever they stand */
  #findNewest(): number {
    const time = this.#time;
    let [found, latest] = [-1, Number.NEGATIVE_INFINITY];
    if (time === undefined) return found;
    for (const [index, row] of this.#rows.entries()) {
      const ms = readCivilTime(row[time]);
      if (ms !== undefined && ms > latest) [found, latest] = [index, ms];
    }
    return found;
  }

  /** The row that another one is compared with; without one time, the second row for the first, else the one before. */
  #base(row: Row, which: WhichRow): Row | undefined {
    const time = this.#time;
    if (time !== undefined) return this.#before(row, time);
    const at = this.#at(which);
    return this.#places.length === 0 ? undefined : this.#rows[at === this.#first ? at + 1 : at - 1];
  }

  /** The latest row that is earlier, and of the same group. */
  #before(row: Row, time: number): Row | undefined {
    const others = this.#places.filter((at) => at !== time);
    const own = readCivilTime(row[time]) ?? Number.NEGATIVE_INFINITY;
    let [found, latest]: [Row | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
    for (const each of this.#rows) {
      const ms = readCivilTime(each[time]);
      if (ms === undefined || ms >= own || ms <= latest) continue;
      if (others.every((at) => each[at] === row[at])) [found, latest] = [each, ms];
    }
    return found;
  }
}

function numberOf(value: Value): number | null {
  const number = readDecimal(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
