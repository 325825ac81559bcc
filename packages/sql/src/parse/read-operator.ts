import type { Expression } from '../syntax/index.ts';
import { type NodeFields, fieldsOf, kindOf, listOf, namesOf, positionOf, type ParseContext } from './reading.ts';

/** Reads what the grammar has as an operator: signs, and LIKE, BETWEEN, IN, NULLIF, ANY, IS DISTINCT FROM. */
export function readOperator(reading: ParseContext, fields: NodeFields, position: number): Expression {
  const { kind, lexpr: left, rexpr: right } = fields;
  const operator = namesOf(fields['name']).at(-1) ?? '';
  const read = (side: unknown) => reading.expression(fieldsOf(side));
  switch (kind) {
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL':
      return {
        kind: 'quantified',
        operator,
        quantifier: kind === 'AEXPR_OP_ANY' ? 'any' : 'all',
        left: read(left),
        right: read(right),
        position,
      };
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT':
      return {
        kind: 'distinct-from',
        left: read(left),
        right: read(right),
        isNegated: kind === 'AEXPR_NOT_DISTINCT',
        position,
      };
    case 'AEXPR_NULLIF':
      return { kind: 'nullif', left: read(left), right: read(right), position };
    case 'AEXPR_IN':
      return {
        kind: 'in-list',
        operand: read(left),
        items: itemsOf(right).map(reading.expression),
        isNegated: operator === '<>',
        position,
      };
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE':
    case 'AEXPR_SIMILAR':
      return readLike(reading, fields, position);
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
    case 'AEXPR_BETWEEN_SYM':
    case 'AEXPR_NOT_BETWEEN_SYM': {
      const [low, high] = itemsOf(right);
      return {
        kind: 'between',
        operand: read(left),
        low: read(low),
        high: read(high),
        isNegated: kind.startsWith('AEXPR_NOT'),
        isSymmetric: kind.endsWith('_SYM'),
        position,
      };
    }
    default:
      return {
        kind: 'operator',
        operator,
        ...(left ? { left: read(left) } : {}),
        right: read(right),
        position,
      };
  }
}

const itemsOf = (list: unknown) => listOf(fieldsOf(fieldsOf(list)['List'])['items']);

const escapes = new Set(['like_escape', 'similar_to_escape']);

function readLike(reading: ParseContext, fields: NodeFields, position: number): Expression {
  const match = fields['kind'] === 'AEXPR_LIKE' ? 'like' : fields['kind'] === 'AEXPR_ILIKE' ? 'ilike' : 'similar';
  const right = fieldsOf(fields['rexpr']);
  const [kind, call] = kindOf(right);
  // The grammar hides the escape in a call that has the place of the operator itself.
  const isHidden =
    kind === 'FuncCall' &&
    escapes.has(namesOf(call['funcname']).at(-1) ?? '') &&
    positionOf(reading.source, call) === position;
  const [pattern = {}, escape] = isHidden ? listOf(call['args']) : [right];
  return {
    kind: 'like',
    match,
    isNegated: (namesOf(fields['name']).at(-1) ?? '').startsWith('!'),
    left: reading.expression(fieldsOf(fields['lexpr'])),
    pattern: reading.expression(pattern),
    ...(escape ? { escape: reading.expression(escape) } : {}),
    position,
  };
}

const uses = {
  EXISTS_SUBLINK: 'exists',
  ALL_SUBLINK: 'all',
  ANY_SUBLINK: 'any',
  EXPR_SUBLINK: 'scalar',
  ARRAY_SUBLINK: 'array',
} as const;

/** Reads a sub-select, alone or behind an operand. */
export function readSubquery(reading: ParseContext, link: NodeFields, position: number): Expression {
  const { source } = reading;
  const { testexpr: operand } = link;
  const operator = namesOf(link['operName']).at(-1);
  const use = uses[link['subLinkType'] as keyof typeof uses];
  const from = bracketOf(reading, position);
  return {
    kind: 'query',
    use: use === 'any' && operator === undefined ? 'in' : use,
    query: reading.query(fieldsOf(fieldsOf(link['subselect'])['SelectStmt']), from, source.behind(from)),
    position,
    ...(operand ? { operand: reading.expression(fieldsOf(operand)), operator: operator ?? '=' } : {}),
  };
}

/** @returns the token of the bracket that opens the sub-select behind an operator, or is the first of it */
function bracketOf({ source }: ParseContext, position: number): number {
  let index = source.indexAt(position);
  if (source.word(index) === 'operator') index = source.behind(index + 1);
  while (index < source.tokens.length && source.word(index) !== '(') index += 1;
  return index;
}
