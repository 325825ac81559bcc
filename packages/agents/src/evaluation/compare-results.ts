import { sameRows } from '../rows/index.ts';
import type { ResultOfStatement } from '../turn/index.ts';
import { evaluationBounds } from './evaluation-bounds.ts';
import { type Grade, passed } from './grade.ts';
import { columnsWithout } from './match-columns.ts';

const { rows: mostRows, columns: mostColumns, cells: mostCells, comparedCells } = evaluationBounds;

/**
 * Compares the rows of an answer with the right ones. The order of rows, the names of columns and further columns of the
 * answer do not matter; numbers are compared to 4 significant digits.
 */
export function compareResults(truth: ResultOfStatement, given: ResultOfStatement): Grade {
  const bySize = gradeBySize(truth, given);
  if (bySize) return bySize;
  if (truth.totalRows !== given.totalRows) return otherNumberOfRows(truth, given);
  const isSame = sameRows(truth, given, comparedCells);
  if (isSame === true) return passed;
  if (isSame === undefined) return tooLarge('Many columns have the same values, which is too much to compare.');
  const { missing, different } = columnsWithout(truth, given);
  if (missing.length > 0) return wrong('missing-columns', `The answer has no column for ${names(missing)}.`);
  if (different.length > 0)
    return wrong('value-mismatch', `No column of the answer has the values of ${names(different)}.`);
  return wrong('value-mismatch', 'Each column has the right values, but beside those of other rows.');
}

/** The grade of results that are too large to compare, before anybody reads their rows. */
export function gradeBySize(truth: ResultOfStatement, given: ResultOfStatement): Grade | undefined {
  const both = [truth, given];
  if (both.some(({ origin }) => origin?.isAtMaximum === true))
    return tooLarge('A result has more rows than a query may return.');
  const isOfOneSize = truth.totalRows === given.totalRows;
  if (isOfOneSize && truth.totalRows > mostRows)
    return tooLarge(`The results have ${truth.totalRows} rows; up to ${mostRows} are compared.`);
  const width = Math.max(...both.map(({ columns }) => columns.length));
  const height = Math.max(...both.map(({ rows }) => rows.length));
  if (width <= mostColumns && width * height <= mostCells) return undefined;
  if (!isOfOneSize) return otherCount(truth, given);
  return tooLarge(`The results have ${truth.totalRows} rows of ${width} columns, which is too much to compare.`);
}

function otherCount({ totalRows: right }: ResultOfStatement, { totalRows: own }: ResultOfStatement): Grade {
  return wrong('row-count-mismatch', `${countsOf(right, own)}.`);
}

const countsOf = (right: number, own: number) =>
  `The right answer has ${right} ${right === 1 ? 'row' : 'rows'}, this one has ${own}`;

function otherNumberOfRows(truth: ResultOfStatement, given: ResultOfStatement): Grade {
  const [right, own] = [truth.totalRows, given.totalRows];
  const hasAll = own > right && own <= mostRows && columnsWithout(truth, given).isWithin;
  return hasAll
    ? wrong('unexpected-rows', `${countsOf(right, own)}: the right values, and others.`)
    : otherCount(truth, given);
}

function wrong(reason: NonNullable<Grade['reason']>, detail: string): Grade {
  return { verdict: 'fail', outcome: 'wrong', reason, detail };
}

function tooLarge(detail: string): Grade {
  return { verdict: 'review', reason: 'too-large', detail };
}

function names(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => `'${name}'`).join(', ');
}
