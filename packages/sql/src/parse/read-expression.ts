import type { Expression } from '../syntax/index.ts';
import { readCall, readNamedArgument, readSessionValue } from './read-call.ts';
import { readConstant } from './read-constant.ts';
import { readOperator, readSubquery } from './read-operator.ts';
import { readType } from './read-type.ts';
import type { StatementText } from './source.ts';
import {
  type NodeFields,
  fieldsOf,
  firstPosition,
  kindOf,
  listOf,
  namesOf,
  numberOf,
  positionOf,
  type ParseContext,
  textOf,
} from './reading.ts';

export function readExpression(reading: ParseContext, node: NodeFields): Expression {
  const { source } = reading;
  const [kind, fields] = kindOf(node);
  const position = positionOf(source, fields) ?? Math.max(firstPosition(source, node), 0);
  const read = (part: unknown) => reading.expression(fieldsOf(part));
  const readAll = (parts: unknown) => listOf(parts).map(reading.expression);
  switch (kind) {
    case 'ColumnRef':
      return readColumn(reading, fields, position);
    case 'A_Const':
      return readConstant(fields, position);
    case 'ParamRef':
      return { kind: 'parameter', number: numberOf(fields['number']), position };
    case 'FuncCall':
      return readCall(reading, fields, position);
    case 'NamedArgExpr':
      return readNamedArgument(reading, fields, position);
    case 'SQLValueFunction':
      return readSessionValue(fields, position);
    case 'TypeCast': {
      const type = readType(reading, fieldsOf(fields['typeName']), position);
      const operand = read(fields['arg']);
      const isTyped = positionOf(source, fields) === undefined; // DATE '2024-01-01' begins with its type
      return { kind: 'cast', operand, type, position: isTyped ? type.position : position };
    }
    case 'A_Expr':
      return readOperator(reading, fields, position);
    case 'SubLink':
      return readSubquery(reading, fields, position);
    case 'BoolExpr':
      return fields['boolop'] === 'NOT_EXPR'
        ? { kind: 'not', operand: read(listOf(fields['args'])[0]), position }
        : { kind: fields['boolop'] === 'OR_EXPR' ? 'or' : 'and', conditions: readAll(fields['args']), position };
    case 'NullTest':
      return {
        kind: 'is-null',
        operand: read(fields['arg']),
        isNegated: fields['nulltesttype'] === 'IS_NOT_NULL',
        position,
      };
    case 'BooleanTest':
      return readTruth(reading, fields, position);
    case 'CaseExpr':
      return readCase(reading, fields, position);
    case 'CoalesceExpr':
      return { kind: 'coalesce', items: readAll(fields['args']), position };
    case 'MinMaxExpr':
      return { kind: fields['op'] === 'IS_LEAST' ? 'least' : 'greatest', items: readAll(fields['args']), position };
    case 'RowExpr':
      return { kind: 'row', items: readAll(fields['args']), position };
    case 'A_ArrayExpr':
      return { kind: 'array', items: readAll(fields['elements']), position };
    case 'GroupingFunc':
      return { kind: 'grouping', items: readAll(fields['args']), position };
    case 'A_Indirection':
      return reading.within(() => readIndirection(reading, fields, position), listOf(fields['indirection']).length);
    case 'CollateClause': {
      const names = namesOf(fields['collname']);
      return {
        kind: 'collate',
        operand: read(fields['arg']),
        collation: source.names(source.indexAt(position) + 1, names).names,
        position,
      };
    }
    default:
      return { kind: 'unsupported', name: unsupportedName(reading, kind, position), position };
  }
}

function readColumn({ source }: ParseContext, fields: NodeFields, position: number): Expression {
  const folded = namesOf(fields['fields']);
  const isStar = folded.at(-1) === '*';
  const { names } = source.names(source.indexAt(position), isStar ? folded.slice(0, -1) : folded);
  return { kind: isStar ? 'star' : 'column', names, position };
}

const truths = { TRUE: true, FALSE: false, UNKNOWN: null } as const;

function readTruth(reading: ParseContext, fields: NodeFields, position: number): Expression {
  const [, negation, truth] = /^IS_(NOT_)?(.+)$/.exec(textOf(fields['booltesttype'])) ?? [];
  return {
    kind: 'is-truth',
    operand: reading.expression(fieldsOf(fields['arg'])),
    truth: truths[truth as keyof typeof truths] ?? null,
    isNegated: negation !== undefined,
    position,
  };
}

function readCase(reading: ParseContext, fields: NodeFields, position: number): Expression {
  const { arg: operand, defresult: otherwise } = fields;
  return {
    kind: 'case',
    when: listOf(fields['args']).map((branch) => {
      const { expr, result } = fieldsOf(branch['CaseWhen']);
      return { condition: reading.expression(fieldsOf(expr)), value: reading.expression(fieldsOf(result)) };
    }),
    position,
    ...(operand ? { operand: reading.expression(fieldsOf(operand)) } : {}),
    ...(otherwise ? { otherwise: reading.expression(fieldsOf(otherwise)) } : {}),
  };
}

/** Reads the subscripts and fields behind an operand, one after the other. */
function readIndirection(reading: ParseContext, fields: NodeFields, position: number): Expression {
  const { source } = reading;
  let operand = reading.expression(fieldsOf(fields['arg']));
  let index = behindOperand(reading, operand, listOf(fields['indirection']));
  for (const part of listOf(fields['indirection'])) {
    const [kind, { is_slice: isSlice, lidx, uidx }] = kindOf(part);
    const at = source.at(index);
    if (kind === 'A_Star') return { kind: 'unsupported', name: '(...).*', position };
    if (kind === 'String') {
      operand = { kind: 'field', operand, name: source.name(index + 1, namesOf([part])[0] ?? ''), position: at };
      index += 2;
      continue;
    }
    const read = (bound: unknown) => (bound ? reading.expression(fieldsOf(bound)) : undefined);
    const [from, to] = [read(lidx), read(uidx)];
    operand =
      isSlice === true
        ? { kind: 'subscript', operand, slice: { ...(from ? { from } : {}), ...(to ? { to } : {}) }, position: at }
        : { kind: 'subscript', operand, ...(to ? { index: to } : {}), position: at };
    index = source.behind(index);
  }
  return operand;
}

/** @returns the token of the first `[` or `.` behind an operand, which is a name, a parameter, or stands in brackets */
function behindOperand({ source }: ParseContext, operand: Expression, parts: readonly NodeFields[]): number {
  const index = source.indexAt(operand.position);
  const sign = parts[0] !== undefined && 'A_Indices' in parts[0] ? '[' : '.';
  const unbracketed = endOfSimple(source, operand, index);
  if (unbracketed !== undefined && source.word(unbracketed) === sign) return unbracketed;
  const isBefore = (opening: number) => source.word(source.behind(opening)) === sign;
  if (source.word(index) === '(' && isBefore(index)) return source.behind(index);
  for (let opening = source.around(index); opening >= 0; opening = source.around(opening))
    if (isBefore(opening)) return source.behind(opening);
  return index;
}

/** @returns the token behind an operand that may stand without brackets around it */
function endOfSimple(source: StatementText, operand: Expression, index: number): number | undefined {
  if (operand.kind === 'column') return index + 2 * operand.names.length - 1;
  if (operand.kind === 'parameter') return index + 1;
  return operand.kind === 'array' ? source.behind(index + 1) : undefined;
}

/** Names an unsupported construct. PostgreSQL's name is the word that the construct begins with. */
function unsupportedName({ source }: ParseContext, kind: string, position: number): string {
  const word = source.word(source.indexAt(position));
  return /^[a-z_]+$/.test(word) && kind !== 'JsonIsPredicate' ? word.toUpperCase() : kind;
}
