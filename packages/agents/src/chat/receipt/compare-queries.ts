import { isDeepStrictEqual } from 'node:util';
import type { WireReceiptRerun } from '@orrery/contract';
import type { RightsToMembers } from '@orrery/runtime';
import type { ResultOfStatement } from '../../turn/index.ts';
import { compareRights } from './compare-rights.ts';
import type { KeptQuery } from './kept-receipt.ts';
import { nameFor, presentPeriods } from './present-receipt.ts';
import { printOf, type ResultPrint } from './result-print.ts';

/** The result of a query that was run again. */
export interface AskedAgain {
  /** Epoch milliseconds. */
  readonly askedAt: number;
  /** Absent where it has no answer. */
  readonly result?: ResultOfStatement | undefined;
  /** Present where it has no answer. */
  readonly refusal?: { readonly outcome: 'refused' | 'failed'; readonly error: string } | undefined;
  /** Present definitions and rights; absent where the branch is gone. */
  readonly rights?: RightsToMembers | undefined;
}

/** Says what is different now, by name. @param mayReadModel whether names are shown that the user may not know */
export function compareQueries(
  before: KeptQuery,
  { askedAt, result, refusal, rights }: AskedAgain,
  mayReadModel: boolean,
): WireReceiptRerun {
  const { origin } = before;
  const model = compareModels(before, rights, mayReadModel);
  const permissions = compareRights(origin, rights, mayReadModel);
  const periodsBefore = presentPeriods(origin.periods, mayReadModel);
  const periodsNow = result?.origin ? presentPeriods(result.origin.periods, mayReadModel) : null;
  const haveDatesChanged = periodsNow && !isDeepStrictEqual(periodsBefore, periodsNow);
  const print = result && printOf(result);
  const isSame = result && print ? hasSameRows(before, result.totalRows, print) : null;
  const isOther = model.changed !== false || permissions.changed !== false || haveDatesChanged !== false;
  return {
    askedAt: new Date(askedAt).toISOString(),
    outcome: refusal?.outcome ?? 'answered',
    error: refusal?.error ?? null,
    data: {
      changed: hasDataChanged(isSame, isOther || isAmbiguous(before, result)),
      isSame,
      columns: print ? columnsChanged(before.print, print) : [],
      totalRows: { before: before.totalRows, now: result?.totalRows ?? null },
      lastRefreshTime: { before: instantText(origin.refreshedAt), now: instantText(result?.origin?.refreshedAt) },
    },
    model,
    permissions,
    dates: { changed: haveDatesChanged, before: periodsBefore, now: periodsNow },
  };
}

/** @param isUnclear whether other rows may have another reason @returns `null` where it cannot be known */
function hasDataChanged(isSame: boolean | null, isUnclear: boolean): boolean | null {
  if (isSame === false) return isUnclear ? null : true;
  return isSame === null ? null : false;
}

function compareModels(
  { origin }: KeptQuery,
  rights: RightsToMembers | undefined,
  mayReadModel: boolean,
): WireReceiptRerun['model'] {
  const version = { before: origin.modelVersion, now: rights?.modelVersion ?? null };
  if (!rights) return { changed: null, version, definitions: [] };
  const now = new Map(rights.definitions.map(({ name, hash }) => [name, hash]));
  const changed = origin.definitions.filter(({ name, hash }) => now.get(name) !== hash);
  const definitions = [...changed.map((one) => nameFor(one, mayReadModel)), ...rights.missing];
  return { changed: definitions.length > 0, version, definitions };
}

function hasSameRows(before: KeptQuery, totalRows: number, { rows, columns }: ResultPrint): boolean {
  const names = (list: ResultPrint['columns']) => list.map(({ name }) => name).join('\0');
  const isSameSize = before.totalRows === totalRows && names(before.print.columns) === names(columns);
  return isSameSize && before.print.rows === rows;
}

/** Columns that have other values, or that only one of both has. */
function columnsChanged(before: ResultPrint, { columns }: ResultPrint): string[] {
  const now = new Map(columns.map(({ name, values }) => [name, values]));
  const changed = before.columns.filter(({ name, values }) => now.get(name) !== values).map(({ name }) => name);
  const added = [...now.keys()].filter((name) => before.columns.every((column) => column.name !== name));
  return [...changed, ...added];
}

/** The first rows of many may be others where the statement leaves their order open. */
function isAmbiguous({ origin, shownRows, totalRows }: KeptQuery, result: ResultOfStatement | undefined): boolean {
  return !origin.isOrdered && shownRows < totalRows && totalRows === result?.totalRows;
}

function instantText(instant: number): string;
function instantText(instant: number | undefined): string | null;
function instantText(instant: number | undefined): string | null {
  return instant === undefined ? null : new Date(instant).toISOString();
}
