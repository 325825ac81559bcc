import type { CommonTable, GroupItem, Select, Target } from '../syntax/index.ts';
import { readFrom } from './read-from.ts';
import { readOrder, readWindow } from './read-window.ts';
import {
  type NodeFields,
  fieldsOf,
  kindOf,
  listOf,
  namesOf,
  positionOf,
  type ParseContext,
  textOf,
} from './reading.ts';

const setWords: Readonly<Record<string, ReadonlySet<string>>> = {
  SETOP_UNION: new Set(['union', 'except']),
  SETOP_EXCEPT: new Set(['union', 'except']),
  SETOP_INTERSECT: new Set(['intersect']),
};
const operations = { SETOP_UNION: 'union', SETOP_EXCEPT: 'except', SETOP_INTERSECT: 'intersect' } as const;
const fromWord = new Set(['from']);
const bodyWords = new Set(['select', 'values', 'table']);

/**
 * The tree says what a query has, its tokens where that stands.
 *
 * @param from @param to tokens that the query stands between, with or without brackets around it
 */
export function readQuery(reading: ParseContext, select: NodeFields, from: number, to: number): Select {
  const { source } = reading;
  const common = readCommon(reading, select, source.at(from));
  const start = bodyOf(reading, select, from, to);
  if (select['valuesLists'])
    return {
      ...common,
      kind: 'values',
      rows: listOf(select['valuesLists']).map((row) => listOf(fieldsOf(row['List'])['items']).map(reading.expression)),
    };
  const operation = operations[select['op'] as keyof typeof operations];
  if (operation === undefined) return { ...common, ...readSelect(reading, select, start) };
  const split = splitOf(reading, select, start, to);
  const all = source.word(split.at + 1);
  const right = all === 'all' || all === 'distinct' ? split.at + 2 : split.at + 1;
  return {
    ...common,
    kind: 'set',
    operation,
    isAll: select['all'] === true,
    left: reading.query(fieldsOf(select['larg']), split.from, split.at),
    right: reading.query(fieldsOf(select['rarg']), right, split.to),
  };
}

function readCommon(reading: ParseContext, select: NodeFields, position: number) {
  const { limitCount, limitOffset } = select;
  const isAll = fieldsOf(fieldsOf(limitCount)['A_Const'])['isnull'] === true;
  return {
    with: readWith(reading, fieldsOf(select['withClause'])),
    order: readOrder(reading, select['sortClause']),
    hasTies: select['limitOption'] === 'LIMIT_OPTION_WITH_TIES',
    position,
    ...(limitCount && !isAll ? { limit: reading.expression(fieldsOf(limitCount)) } : {}),
    ...(limitOffset ? { offset: reading.expression(fieldsOf(limitOffset)) } : {}),
  };
}

function readWith(reading: ParseContext, clause: NodeFields): readonly CommonTable[] {
  const { source } = reading;
  const isRecursive = clause['recursive'] === true;
  return listOf(clause['ctes']).map((node) => {
    const table = fieldsOf(node['CommonTableExpr']);
    const index = source.indexAt(positionOf(source, table) ?? 0);
    const { from, to } = queryOf(reading, table);
    const [kind, statement] = kindOf(fieldsOf(table['ctequery']));
    const query = reading.query(kind === 'SelectStmt' ? statement : {}, from, to);
    return {
      name: source.name(index, textOf(table['ctename'])),
      columns: namesOf(table['aliascolnames']).map((each, part) => source.name(index + 2 + 2 * part, each)),
      query: kind === 'SelectStmt' ? query : changing(query, kind, source.at(from)),
      isRecursive,
    };
  });
}

/** INSERT, UPDATE, DELETE and MERGE in WITH. */
function changing(query: Select, kind: string, position: number): Select {
  const unsupported = { clause: `${kind.replace('Stmt', '').toUpperCase()} in WITH`, position };
  return query.kind === 'select' ? { ...query, unsupported } : query;
}

/** @returns the tokens of the query of a common table, with their brackets */
function queryOf({ source }: ParseContext, table: NodeFields): { readonly from: number; readonly to: number } {
  let from = source.indexAt(positionOf(source, table) ?? 0) + 1;
  if (listOf(table['aliascolnames']).length > 0) from = source.behind(from);
  while (from < source.tokens.length && source.word(from) !== '(') from += 1;
  return { from, to: source.behind(from) };
}

/** @returns the token that the query begins with, behind its brackets and its WITH */
function bodyOf(reading: ParseContext, select: NodeFields, from: number, to: number): number {
  const { source } = reading;
  const isSet = operations[select['op'] as keyof typeof operations] !== undefined;
  let start = from;
  while (start < to) {
    if (source.word(start) === 'with') {
      const last = fieldsOf(listOf(fieldsOf(select['withClause'])['ctes']).at(-1)?.['CommonTableExpr']);
      start = queryOf(reading, last).to;
      while (start < to && source.word(start) !== '(' && !bodyWords.has(source.word(start))) start += 1; // SEARCH, CYCLE
    } else if (source.word(start) === '(' && !(isSet && splitBetween(reading, select, start, to) >= 0)) start += 1;
    else return start;
  }
  return start;
}

/** @returns the word of a set operation between two tokens, outside of brackets, or -1 */
const splitBetween = ({ source }: ParseContext, select: NodeFields, from: number, to: number): number =>
  source.findLast(setWords[textOf(select['op'])] ?? new Set(), from, to);

/** Finds the word that parts a set operation, in brackets that may be around all of it. */
function splitOf(reading: ParseContext, select: NodeFields, start: number, to: number) {
  const { source } = reading;
  const bracket = source.around(start);
  const inner = bracket >= 0 ? Math.min(to, source.behind(bracket) - 1) : to;
  return { from: start, at: splitBetween(reading, select, start, inner), to: inner };
}

function readSelect(reading: ParseContext, select: NodeFields, start: number) {
  const { source } = reading;
  const { whereClause: where, havingClause: having, distinctClause } = select;
  const { targets, end } = readTargets(reading, select, start);
  const fromItems = listOf(select['fromClause']);
  const from = source.find(fromWord, end, source.tokens.length);
  const unsupported = unsupportedClause(reading, select, start);
  const distinct = listOf(distinctClause).filter((node) => Object.keys(node).length > 0);
  return {
    kind: 'select' as const,
    targets,
    from: readFrom(reading, fromItems, from + 1),
    groupBy: listOf(select['groupClause']).map((item) => readGroup(reading, item)),
    isGroupByDistinct: select['groupDistinct'] === true,
    windows: listOf(select['windowClause']).map((node) => readNamedWindow(reading, fieldsOf(node['WindowDef']))),
    ...(where ? { where: reading.expression(fieldsOf(where)) } : {}),
    ...(having ? { having: reading.expression(fieldsOf(having)) } : {}),
    ...(distinctClause ? { distinct: distinct.length > 0 ? distinct.map(reading.expression) : ('all' as const) } : {}),
    ...(unsupported ? { unsupported } : {}),
  };
}

/** @returns the selected expressions, and the token behind them */
function readTargets(reading: ParseContext, select: NodeFields, start: number) {
  const { source } = reading;
  let end = start + 1;
  const targets = listOf(select['targetList']).map((node): Target => {
    const target = fieldsOf(node['ResTarget']);
    const expression = reading.expression(fieldsOf(target['val']));
    const position = positionOf(source, target);
    if (position === undefined) return { expression }; // the star of TABLE t
    end = source.endOfTarget(source.indexAt(position));
    const alias = textOf(target['name']);
    return { expression, ...(alias ? { alias: source.name(end - 1, alias) } : {}) };
  });
  return { targets, end };
}

const intoWord = new Set(['into']);
const forWord = new Set(['for']);

function unsupportedClause({ source }: ParseContext, select: NodeFields, start: number) {
  const isInto = select['intoClause'] !== undefined;
  if (!isInto && select['lockingClause'] === undefined) return undefined;
  const index = source.find(isInto ? intoWord : forWord, start, source.tokens.length);
  const clause = isInto ? 'INTO' : `FOR ${source.word(index + 1).toUpperCase()}`;
  return { clause, position: source.at(Math.max(index, start)) };
}

function readNamedWindow(reading: ParseContext, window: NodeFields) {
  const { source } = reading;
  const bracket = source.indexAt(positionOf(source, window) ?? 0); // w AS (
  return { name: source.name(bracket - 2, textOf(window['name'])), window: readWindow(reading, window, true) };
}

const sets = { GROUPING_SET_ROLLUP: 'rollup', GROUPING_SET_CUBE: 'cube', GROUPING_SET_SETS: 'sets' } as const;

function readGroup(reading: ParseContext, node: NodeFields): GroupItem {
  const [kind, fields] = kindOf(node);
  if (kind !== 'GroupingSet') return { kind: 'expression', expression: reading.expression(node) };
  return {
    kind: sets[fields['kind'] as keyof typeof sets] ?? 'sets', // the empty set has no items
    items: reading.within(() => listOf(fields['content']).map((item) => readGroup(reading, item))),
    position: positionOf(reading.source, fields) ?? 0,
  };
}
