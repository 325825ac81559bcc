import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
} from 'graphql';

/** Buckets of a time that are fields of it. */
export const granularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * `Float` that keeps digits: a literal as it is written, and a text of digits where a variable could not hold them. A
 * number that JSON may have rounded is refused.
 */
export const exactFloat = new GraphQLScalarType<string | null>({
  name: 'Float',
  description: 'A number with all its digits',
  coerceInputValue: (value) => {
    if (typeof value === 'string' && number.test(value)) return value;
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new GraphQLError('Float cannot represent this value');
    if (Number.isInteger(value) ? !Number.isSafeInteger(value) : digitsOf(value) > 15) {
      throw new GraphQLError('A number of more than 15 digits is written as a text, so that no digit is lost');
    }
    return String(value);
  },
  coerceInputLiteral: (node: ValueNode) => {
    if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return node.value;
    if (node.kind === Kind.STRING && number.test(node.value)) return node.value;
    throw new GraphQLError('Float cannot represent this value', { nodes: node });
  },
});

/** Significant digits; a double holds 15 of any decimal number. */
function digitsOf(value: number): number {
  return String(value)
    .replace(/e.*|[-.]/g, '')
    .replace(/^0+/, '').length;
}

/** An instant in an answer; a day, an instant, or in `inDateRange` also a phrase in a request. */
export const dateTime = new GraphQLScalarType<string>({
  name: 'DateTime',
  description: 'In answers an instant in UTC. In requests what dates of queries may be: a day, an instant, a phrase',
  coerceInputValue: (value) => {
    if (typeof value === 'string') return value;
    throw new GraphQLError('DateTime is a text');
  },
  coerceInputLiteral: (node: ValueNode) => {
    if (node.kind === Kind.STRING) return node.value;
    throw new GraphQLError('DateTime is a text', { nodes: node });
  },
});

type Operand = GraphQLScalarType | GraphQLList<GraphQLScalarType>;

function filterInput(name: string, operands: Readonly<Record<string, Operand>>): GraphQLInputObjectType {
  const fields = Object.entries({ ...operands, set: GraphQLBoolean }).map(([operator, type]) => [operator, { type }]);
  return new GraphQLInputObjectType({ name, fields: Object.fromEntries(fields) });
}

const each = (names: readonly string[], type: Operand) => Object.fromEntries(names.map((name) => [name, type]));

export const floatFilter = filterInput('FloatFilter', {
  ...each(['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte'], exactFloat),
  ...each(['in', 'notIn'], new GraphQLList(exactFloat)),
});

const textLists = ['contains', 'notContains', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith'];

export const stringFilter = filterInput('StringFilter', {
  ...each(['equals', 'notEquals'], GraphQLString),
  ...each(['in', 'notIn', ...textLists], new GraphQLList(GraphQLString)),
});

export const dateTimeFilter = filterInput('DateTimeFilter', {
  ...each(['equals', 'notEquals', 'in', 'notIn', 'inDateRange', 'notInDateRange'], new GraphQLList(dateTime)),
  ...each(['beforeDate', 'beforeOrOnDate', 'afterDate', 'afterOrOnDate'], dateTime),
});
