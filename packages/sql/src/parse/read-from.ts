import type { FromItem, JoinWord, TableAlias, WrittenTypeName } from '../syntax/index.ts';
import { readCall } from './read-call.ts';
import { readType } from './read-type.ts';
import {
  type NodeFields,
  fieldsOf,
  firstPosition,
  kindOf,
  listOf,
  namesOf,
  positionOf,
  type ParseContext,
  textOf,
} from './reading.ts';

const joinWord = new Set(['join']);
const comma = new Set([',']);

/** @param from the first token behind FROM */
export function readFrom(reading: ParseContext, items: readonly NodeFields[], from: number): readonly FromItem[] {
  let index = from;
  return items.map((item) => {
    const { item: read, end } = readItem(reading, item, index);
    index = commaFrom(reading, end) + 1;
    return read;
  });
}

function commaFrom({ source }: ParseContext, from: number): number {
  let index = from;
  while (index < source.tokens.length && !comma.has(source.word(index))) index = source.behind(index);
  return index;
}

interface ItemRead {
  readonly item: FromItem;
  /** The token behind it; of a join, one behind its last table. */
  readonly end: number;
}

/** @param from the first token of the item */
function readItem(reading: ParseContext, node: NodeFields, from: number): ItemRead {
  const { source } = reading;
  const [kind, fields] = kindOf(node);
  const isLateral = fields['lateral'] === true;
  const index = isLateral ? from + 1 : from;
  switch (kind) {
    case 'RangeVar':
      return readTable(reading, fields, from);
    case 'RangeSubselect': {
      const behind = source.behind(index);
      const query = reading.query(fieldsOf(fieldsOf(fields['subquery'])['SelectStmt']), index, behind);
      const { alias, end } = readAlias(reading, fields['alias'], behind);
      return { item: { kind: 'query', query, isLateral, position: source.at(index), ...alias }, end };
    }
    case 'RangeFunction':
      return readFunction(reading, fields, index);
    case 'JoinExpr':
      return reading.within(() => readJoin(reading, fields, index));
    case 'RangeTableSample': {
      const { end } = readItem(reading, fieldsOf(fields['relation']), from);
      return { item: { kind: 'unsupported', name: 'TABLESAMPLE', position: source.at(end) }, end };
    }
    default: {
      const name = source.word(index).toUpperCase();
      return { item: { kind: 'unsupported', name, position: source.at(index) }, end: index + 1 };
    }
  }
}

function readTable(reading: ParseContext, fields: NodeFields, from: number): ItemRead {
  const { source } = reading;
  const position = positionOf(source, fields) ?? source.at(from);
  const folded = ['catalogname', 'schemaname', 'relname'].map((part) => textOf(fields[part])).filter((part) => part);
  const { names, end } = source.names(source.indexAt(position), folded);
  const inBrackets = source.word(end) === ')' && source.opening(end) === from + 1; // ONLY (t)
  const isStarred = source.text[source.at(end)] === '*'; // t * means with what inherits from it
  const written = readAlias(reading, fields['alias'], inBrackets || isStarred ? end + 1 : end);
  return { item: { kind: 'table', names, position, ...written.alias }, end: written.end };
}

function readFunction(reading: ParseContext, fields: NodeFields, from: number): ItemRead {
  const { source } = reading;
  const position = source.at(from);
  const [first, ...others] = listOf(fields['functions']);
  const [call = {}, definitions] = listOf(fieldsOf(first?.['List'])['items']);
  const isRows = fields['is_rowsfrom'] === true;
  const isCall = 'FuncCall' in call && !isRows && others.length === 0 && definitions?.['List'] === undefined;
  let end = from;
  while (source.isName(end) && source.word(end + 1) === '.') end += 2;
  end += isRows ? 2 : 1; // ROWS FROM, or a name
  if (source.word(end) === '(') end = source.behind(end);
  const hasOrdinality = fields['ordinality'] === true;
  if (hasOrdinality) end += 2;
  const defined = listOf(fields['coldeflist']).map((definition) => fieldsOf(definition['ColumnDef']));
  const written =
    defined.length > 0 ? readDefinitions(reading, fields, defined, end) : readAlias(reading, fields['alias'], end);
  if (!isCall)
    return { item: { kind: 'unsupported', name: source.word(from).toUpperCase(), position }, end: written.end };
  const item: FromItem = {
    kind: 'function',
    call: readCall(reading, fieldsOf(call['FuncCall']), position),
    hasOrdinality,
    isLateral: fields['lateral'] === true,
    position,
    ...written.alias,
    ...(written.columnTypes ? { columnTypes: written.columnTypes } : {}),
  };
  return { item, end: written.end };
}

interface AliasRead {
  readonly alias: { readonly alias?: TableAlias };
  readonly end: number;
  readonly columnTypes?: readonly WrittenTypeName[];
}

/** `AS x (a int, b text)`; without a name, its alias is the empty one. */
function readDefinitions(
  reading: ParseContext,
  fields: NodeFields,
  defined: readonly NodeFields[],
  from: number,
): AliasRead {
  const { source } = reading;
  const folded = textOf(fieldsOf(fields['alias'])['aliasname']);
  const start = source.word(from) === 'as' ? from + 1 : from;
  const name = folded ? source.name(start, folded) : { text: '', isQuoted: false, position: source.at(start) };
  const columns = defined.map((column) =>
    source.name(source.indexAt(positionOf(source, column) ?? source.at(start)), textOf(column['colname'])),
  );
  const columnTypes = defined.map((column) => readType(reading, fieldsOf(column['typeName']), source.at(start)));
  return { alias: { alias: { name, columns } }, columnTypes, end: source.behind(folded ? start + 1 : start) };
}

/** @param from the token behind what has the alias */
function readAlias({ source }: ParseContext, written: unknown, from: number): AliasRead {
  const alias = fieldsOf(written);
  const folded = textOf(alias['aliasname']);
  if (folded === '') return { alias: {}, end: from };
  const index = source.word(from) === 'as' ? from + 1 : from;
  const columns = namesOf(alias['colnames']).map((each, part) => source.name(index + 2 + 2 * part, each));
  const end = columns.length > 0 ? source.behind(index + 1) : index + 1;
  return { alias: { alias: { name: source.name(index, folded), columns } }, end };
}

function readJoin(reading: ParseContext, join: NodeFields, from: number): ItemRead {
  const { source } = reading;
  const rightNode = fieldsOf(join['rarg']);
  const rightAt = firstPosition(source, rightNode);
  // Brackets around both sides are those of the join; others belong to its left side.
  let start = from;
  while (source.word(start) === '(' && source.at(source.behind(start) - 1) > rightAt) start += 1;
  const isBracketed = start > from;
  const left = readItem(reading, fieldsOf(join['larg']), start);
  const word = source.find(joinWord, left.end, source.tokens.length);
  const right = readItem(reading, rightNode, word + 1);
  const { quals, usingClause, isNatural, jointype, join_using_alias: usingAlias } = join;
  const columns = namesOf(usingClause).map((each, part) => source.name(right.end + 2 + 2 * part, each));
  const written = readAlias(reading, join['alias'], isBracketed ? source.behind(from) : right.end);
  const end = isBracketed ? written.end : right.end;
  if (usingAlias) return { item: { kind: 'unsupported', name: 'USING ... AS', position: source.at(right.end) }, end };
  const item: FromItem = {
    kind: 'join',
    join: wordOf(textOf(jointype), quals !== undefined || columns.length > 0 || isNatural === true),
    left: left.item,
    right: right.item,
    isNatural: isNatural === true,
    position: source.at(word),
    ...(quals ? { on: reading.expression(fieldsOf(quals)) } : {}),
    ...(columns.length > 0 ? { using: columns } : {}),
    ...written.alias,
  };
  return { item, end };
}

const words: Readonly<Record<string, JoinWord>> = { JOIN_LEFT: 'left', JOIN_RIGHT: 'right', JOIN_FULL: 'full' };

/** The grammar has CROSS JOIN as an inner one without a condition. */
const wordOf = (type: string, hasCondition: boolean): JoinWord => words[type] ?? (hasCondition ? 'inner' : 'cross');
