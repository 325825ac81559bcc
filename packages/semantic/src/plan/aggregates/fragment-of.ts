import { type Fragment, type FragmentPart, nameOfGranularity, type ValueType } from '../../model/index.ts';
import type { Expression, QueryConstant } from '../../query/index.ts';
import { civilOf, type Clock } from '../../time/index.ts';

/** Writes an expression of rows as the SQL of a measure, with what a query shows of its dimensions. */
export function fragmentOf(expression: Expression): Fragment {
  return { parts: partsOf(expression) };
}

function partsOf(expression: Expression): readonly FragmentPart[] {
  switch (expression.kind) {
    case 'dimension':
      return [{ kind: 'member', member: expression.member, path: [], isShown: true }];
    case 'bucket': {
      const granularity = nameOfGranularity(expression.granularity);
      return [{ kind: 'member', member: expression.member, path: [], granularity, isShown: true }];
    }
    case 'value':
      return [constant(expression.value)];
    case 'sql':
      return expression.parts.flatMap((part) => (typeof part === 'string' ? [text(part)] : inHole(part)));
    case 'call': {
      const args = expression.arguments.map((one) => ({ sql: fragmentOf(one), type: typeOf(one) }));
      return [{ kind: 'call', function: expression.function, type: expression.type, arguments: args }];
    }
    case 'measure':
    case 'altered':
    case 'aggregate':
    case 'per-entity':
      throw new Error('an aggregate was bound where rows are asked for');
  }
}

function inHole(expression: Expression): readonly FragmentPart[] {
  const parts = partsOf(expression);
  return expression.kind === 'sql' ? [text('('), ...parts, text(')')] : parts;
}

function text(one: string): FragmentPart {
  return { kind: 'text', text: one };
}

/** A time is a reading of the clock, kept as the instant at which a clock in UTC shows it. */
function constant(value: QueryConstant): FragmentPart {
  switch (value.type) {
    case 'string':
    case 'number':
      return { kind: 'constant', type: value.type, value: value.text };
    case 'boolean':
      return { kind: 'constant', type: 'boolean', value: value.isTrue };
    case 'time':
      return { kind: 'constant', type: 'time', value: civilOf(value.instant as number as Clock) };
  }
}

/** The type that decides how texts are compared; that of a dimension does not matter. */
function typeOf(expression: Expression): ValueType | undefined {
  switch (expression.kind) {
    case 'value':
      return expression.value.type;
    case 'call':
    case 'sql':
      return expression.type;
    case 'bucket':
      return 'time';
    default:
      return undefined;
  }
}
