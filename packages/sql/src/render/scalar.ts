import { type CannotRender, functionsNamed, isCannot, type Rendered, type TargetEngine } from '../functions/index.ts';
import { refuseConstant, refuseUnsupported } from '../refusal.ts';
import type { ColumnId, Relation, Scalar } from '../relation/index.ts';
import { resolveFunction } from '../types/index.ts';

/** A column that is in reach of an expression. */
export interface ReachedColumn {
  /** The column as a value of its type. */
  readonly value: Rendered;
  /** The column as its source stores it, such as a decimal with all digits that the model calls a double. */
  readonly stored: string;
  /** Whether `stored` may be of another type than the value. */
  readonly isRaw: boolean;
}

/** The context in which expressions are rendered. */
export interface ScalarContext {
  readonly target: TargetEngine;
  column(id: ColumnId): ReachedColumn;
  /** A sub-query, without parentheses. */
  query(relation: Relation): { readonly text: string; readonly columns: readonly ColumnId[] };
}

/** Renders an expression for the engine, to PostgreSQL's meaning. @throws StatementRefused where the engine has none */
export function renderScalar(scalar: Scalar, context: ScalarContext): Rendered {
  const rendered = renderNode(scalar, context);
  if (rendered.text.length > context.target.mostCharacters)
    refuseUnsupported('sql.cannot-evaluate', 'An expression is too long for its data source');
  return rendered;
}

function renderNode(scalar: Scalar, context: ScalarContext): Rendered {
  const inner = (one: Scalar) => renderScalar(one, context);
  const bool = (text: string): Rendered => ({ text: `(${text})`, type: scalar.type });
  const position = 'position' in scalar ? scalar.position : undefined;
  const { target } = context;
  switch (scalar.kind) {
    case 'column':
      return context.column(scalar.column).value;
    case 'constant':
      return possible(target.constant(scalar.type, scalar.value), position);
    case 'parameter':
      return refuseUnsupported('sql.parameter', `There is no value for the parameter $${scalar.number}`);
    case 'call': {
      const args = scalar.arguments.map(inner);
      const resolved = {
        signature: scalar.function,
        parameters: scalar.arguments.map(({ type }) => type.name),
        result: scalar.type.name,
      };
      return possible(target.call(resolved, args), position);
    }
    case 'cast': {
      const isWritten = scalar.type.modifier !== undefined;
      return possible(target.cast(inner(scalar.operand), scalar.type, isWritten), position);
    }
    case 'case': {
      const values = [...scalar.when.map(({ value }) => value), ...(scalar.otherwise ? [scalar.otherwise] : [])];
      const { texts, type, scale } = branches('CASE', values.map(inner), target);
      const when = scalar.when.map(({ condition }, index) => `WHEN ${inner(condition).text} THEN ${texts[index]}`);
      const otherwise = scalar.otherwise ? ` ELSE ${texts.at(-1)}` : '';
      return { text: `(CASE ${when.join(' ')}${otherwise} END)`, type, ...(scale ? { scale } : {}) };
    }
    case 'and':
      return bool(scalar.conditions.map((one) => inner(one).text).join(' AND ') || 'true');
    case 'or':
      return bool(scalar.conditions.map((one) => inner(one).text).join(' OR ') || 'false');
    case 'not':
      return bool(`NOT ${inner(scalar.operand).text}`);
    case 'is-null':
      return bool(`${inner(scalar.operand).text} IS ${scalar.isNegated ? 'NOT ' : ''}NULL`);
    case 'is-truth': {
      return bool(target.forms.isTruth(inner(scalar.operand).text, scalar.truth, scalar.isNegated));
    }
    case 'distinct-from': {
      const { texts, type } = branches('IS DISTINCT FROM', [scalar.left, scalar.right].map(inner), target);
      const [one = '', other = ''] = texts;
      return bool(target.forms.isDistinct(target.forms.compared(one, type), other, scalar.isNegated, type));
    }
    case 'in-list': {
      const not = scalar.isNegated ? 'NOT ' : '';
      const { texts, type } = branches('IN', [scalar.operand, ...scalar.items].map(inner), target);
      const [first = '', ...items] = texts;
      const operand = target.forms.compared(first, type);
      if (!target.forms.isIn) return bool(`${operand} ${not}IN (${items.join(', ')})`);
      return bool(`${not}${target.forms.isIn(operand, items, type)}`);
    }
    case 'coalesce':
    case 'greatest':
    case 'least': {
      const { kind } = scalar;
      const { texts, type, scale } = branches(kind.toUpperCase(), scalar.items.map(inner), target);
      const [first = '', ...others] = texts;
      const compared = [target.forms.compared(first, type), ...others];
      const text = kind === 'coalesce' ? `coalesce(${texts.join(', ')})` : target.forms.extreme(kind, compared);
      return possible(isCannot(text) ? text : { text, type, ...(scale ? { scale } : {}) }, position);
    }
    case 'array': {
      if (scalar.items.length === 0) {
        const none = possible(target.constant({ name: 'unknown' }, '{}'), position);
        return possible(target.cast(none, scalar.type), position);
      }
      const { texts, scale } = branches('ARRAY', scalar.items.map(inner), target);
      const text = target.forms.array(texts);
      const made = isCannot(text) ? text : { text, type: scalar.type, ...(scale ? { scale } : {}) };
      return possible(made, position);
    }
    case 'subscript':
      return renderItem(scalar, context);
    case 'scalar-query': {
      const { text, columns } = context.query(scalar.query);
      const { scale } = onlyColumn(columns, context).value;
      return { text: `(${text})`, type: scalar.type, ...(scale ? { scale } : {}) };
    }
    case 'query-test':
      return bool(renderTest(scalar, context));
  }
}

export function possible(rendered: Rendered | CannotRender, position: number | undefined): Rendered {
  if (!isCannot(rendered)) return rendered;
  const { cannot, code } = rendered;
  return code === undefined
    ? refuseUnsupported('sql.cannot-evaluate', cannot, position)
    : refuseConstant(code, cannot, position);
}

export function branches(construct: string, values: readonly Rendered[], target: TargetEngine) {
  const rendered = target.branches(construct, values);
  return isCannot(rendered) ? refuseUnsupported('sql.cannot-evaluate', rendered.cannot) : rendered;
}

function renderItem(scalar: Scalar & { readonly kind: 'subscript' }, context: ScalarContext): Rendered {
  const args = [scalar.operand, scalar.index].map((one) => renderScalar(one, context));
  const resolved = resolveFunction(
    functionsNamed('array_item'),
    args.map(({ type }) => type.name),
  );
  if ('failure' in resolved) return refuseUnsupported('sql.subscript', 'This value has no items');
  return possible(context.target.call(resolved, args), undefined);
}

function onlyColumn(columns: readonly ColumnId[], context: ScalarContext): ReachedColumn {
  const [only] = columns;
  if (only === undefined) throw new Error('a sub-query has a column');
  return context.column(only);
}

const comparisons: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

function renderTest(scalar: Scalar & { readonly kind: 'query-test' }, context: ScalarContext): string {
  const { test, operator, position } = scalar;
  const { text } = context.query(scalar.query);
  const not = scalar.isNegated ? 'NOT ' : '';
  if (test === 'exists') return `${not}EXISTS (${text})`;
  const operands = scalar.operands.map((one) => renderScalar(one, context).text);
  const left = operands.length === 1 ? operands[0] : `(${operands.join(', ')})`;
  if (test === 'in') return `${left} ${not}IN (${text})`;
  if (!operator || !comparisons.has(operator.name) || operands.length > 1) {
    return refuseUnsupported('sql.quantified', `${test.toUpperCase()} takes a comparison of one value`, position);
  }
  return `${not}(${left} ${operator.name} ${test.toUpperCase()} (${text}))`;
}
