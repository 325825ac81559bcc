import { type AggregateFunction, type Measure, requireMeasure, takesDates } from '../model/index.ts';
import { type Binder, report } from './binder.ts';
import { findMeasure, findPiece } from './find-member.ts';
import type { QueryAggregate, QueryAlteredMeasure } from './query.ts';
import type { TypedExpression } from './typed-expression.ts';

/** Expressions of rows inside of an aggregate. */
interface Inside {
  readonly of?: TypedExpression | undefined;
  readonly where?: TypedExpression | undefined;
}

/** Binds a measure with another aggregate, or over fewer rows. Returns `undefined` after reporting a problem. */
export function bindAltered(
  binder: Binder,
  { measure: name, function: wanted }: QueryAlteredMeasure,
  { where }: Inside,
  path: string,
): TypedExpression | undefined {
  const measure = findMeasure(binder, name, `${path}.measure`);
  if (!measure || !areOfRows(binder, name, { where }, path)) return undefined;
  const { expression } = storedMeasure(binder, measure);
  if (expression.kind !== 'aggregate') return report(binder, 'query.unalterable-measure', { member: measure.id }, path);
  if (wanted !== undefined && !fits(wanted, expression.function, measure)) {
    const params = { member: measure.id, own: expression.function, wanted };
    return report(binder, 'query.measure-function', params, path);
  }
  const type = wanted === undefined || keepsType(wanted) ? measure.type : 'number';
  return {
    expression: {
      kind: 'altered',
      member: measure.id,
      type,
      ...(wanted === undefined ? {} : { function: wanted }),
      ...(where ? { where: where.expression } : {}),
    },
    type,
    ofRows: [],
    ofGroups: [measure.id],
  };
}

/** The cube's own measure behind the one of a view. */
function storedMeasure(binder: Binder, measure: Measure): Measure {
  let stored = measure;
  while (stored.expression.kind === 'alias') stored = requireMeasure(binder.model, stored.expression.member);
  return stored;
}

const ofValues: ReadonlySet<AggregateFunction> = new Set(['sum', 'avg', 'min', 'max']);
const ofDistinctValues: ReadonlySet<AggregateFunction> = new Set(['count-distinct', 'count-distinct-approx']);

/** Whether an aggregate can replace that of a measure. */
function fits(wanted: AggregateFunction, own: AggregateFunction, measure: Measure): boolean {
  if (wanted === own) return true;
  // The least of the values that are counted; in a single row, the value itself.
  if (ofDistinctValues.has(own)) return ofDistinctValues.has(wanted) || wanted === 'min';
  if (!ofValues.has(own)) return false;
  // What is a least or greatest time cannot be added up.
  if (wanted === 'sum' || wanted === 'avg') return !takesDates(measure);
  return wanted === 'min' || wanted === 'max' || wanted === 'count-distinct';
}

function keepsType(wanted: AggregateFunction): boolean {
  return wanted === 'min' || wanted === 'max';
}

/** Binds an aggregate of rows. Returns `undefined` after reporting a problem. */
export function bindAggregate(
  binder: Binder,
  { function: name, rowsOf = [] }: QueryAggregate,
  { of, where }: Inside,
  path: string,
): TypedExpression | undefined {
  const pieces = rowsOf.flatMap((piece, index) => findPiece(binder, piece, `${path}.rowsOf[${index}]`) ?? []);
  if (pieces.length < rowsOf.length || !areOfRows(binder, name, { of, where }, path)) return undefined;
  if (!of && name !== 'count')
    return report(binder, 'query.argument-count', { function: name, expected: '1', given: 0 }, path);
  const isOfNothing = [of, where].every((one) => (one?.ofRows ?? []).length === 0);
  if (isOfNothing && rowsOf.length === 0) return report(binder, 'query.no-rows', {}, path);
  const expected = of && expectedType(name, of);
  if (of && expected !== undefined) {
    const params = { function: name, position: 1, expected, given: of.type };
    return report(binder, 'query.argument-type', params, `${path}.of`);
  }
  for (const piece of pieces) binder.pieces.add(piece.name);
  for (const piece of pieces) if (piece.kind === 'view') for (const [root] of piece.joinPaths) addPiece(binder, root);
  const type = of && keepsType(name) ? of.type : 'number';
  return {
    expression: {
      kind: 'aggregate',
      function: name,
      type,
      ...(of ? { of: of.expression } : {}),
      ...(where ? { where: where.expression } : {}),
      rowsOf: pieces.map((piece) => piece.name),
    },
    type,
    ofRows: [],
    ofGroups: [name],
  };
}

function addPiece({ pieces }: Binder, name: string | undefined): void {
  if (name !== undefined) pieces.add(name);
}

/** Describes the type that the argument of an aggregate must have; `undefined` when it has it. */
function expectedType(name: AggregateFunction, { type }: TypedExpression): string | undefined {
  if (name === 'sum' || name === 'avg') return type === 'number' ? undefined : 'number';
  if (name === 'min' || name === 'max') return type === 'boolean' ? 'number, string or time' : undefined;
  return undefined;
}

/** Whether the expressions inside read rows, and the test is boolean; reports it when they do not. */
function areOfRows(binder: Binder, name: string, { of, where }: Inside, path: string): boolean {
  const [measure] = [of, where].flatMap((one) => one?.ofGroups ?? []);
  if (measure !== undefined) report(binder, 'query.nested-aggregate', { aggregate: name, measure }, path);
  const isTest = where === undefined || where.type === 'boolean';
  if (!isTest) report(binder, 'query.filter-type', { type: where.type }, `${path}.where`);
  return measure === undefined && isTest;
}
