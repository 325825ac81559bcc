import type { Expression, FunctionCall, Name } from '../syntax/index.ts';
import { type NodeFields, fieldsOf, listOf, namesOf, positionOf, type ParseContext } from './reading.ts';
import { readOrder, readWindow } from './read-window.ts';

/** @param fallback where it stands, if the grammar does not say so */
export function readCall(reading: ParseContext, call: NodeFields, fallback: number): FunctionCall {
  const position = positionOf(reading.source, call) ?? fallback;
  const isSpelled = call['funcformat'] === 'COERCE_SQL_SYNTAX' || isRenamed(reading, call, position);
  const { agg_filter: filter, over } = call;
  return {
    kind: 'function',
    names: isSpelled ? [ownName(call, position)] : writtenNames(reading, call, position),
    arguments: listOf(call['args']).map(reading.expression),
    isOfRows: call['agg_star'] === true,
    isDistinct: call['agg_distinct'] === true,
    order: readOrder(reading, call['agg_order']),
    isWithinGroup: call['agg_within_group'] === true,
    isVariadic: call['func_variadic'] === true,
    isSpelled,
    position,
    ...(filter ? { filter: reading.expression(fieldsOf(filter)) } : {}),
    ...(over ? { over: readWindow(reading, fieldsOf(over)) } : {}),
  };
}

/** The grammar puts the schema before some functions that it reads with rules of their own, such as JSON_OBJECT. */
function isRenamed({ source }: ParseContext, call: NodeFields, position: number): boolean {
  const [schema] = namesOf(call['funcname']);
  return schema === 'pg_catalog' && source.word(source.indexAt(position) + 1) !== '.';
}

/** Returns PostgreSQL's own name, without its schema, of a function with a syntax of keywords. */
const ownName = (call: NodeFields, position: number): Name => ({
  text: namesOf(call['funcname']).at(-1) ?? '',
  isQuoted: false,
  position,
});

function writtenNames(reading: ParseContext, call: NodeFields, position: number): readonly Name[] {
  return reading.source.names(reading.source.indexAt(position), namesOf(call['funcname'])).names;
}

/** `name => value`. */
export function readNamedArgument(reading: ParseContext, argument: NodeFields, position: number): Expression {
  const name = reading.source.name(reading.source.indexAt(position), String(argument['name']));
  return { kind: 'named-argument', name, value: reading.expression(fieldsOf(argument['arg'])), position };
}

const valueFunctions = /^SVFOP_(.+?)(?:_N)?$/;

/** Reads `CURRENT_DATE`, `LOCALTIMESTAMP(3)` and similar values. */
export function readSessionValue(value: NodeFields, position: number): Expression {
  const name = (valueFunctions.exec(String(value['op']))?.[1] ?? '').toLowerCase();
  const precision = value['typmod'] ?? 0; // the grammar leaves zero out
  return {
    kind: 'session-value',
    name,
    position,
    ...(precision === -1 || typeof precision !== 'number' ? {} : { precision }),
  };
}
