import { type CubeName, hasRowValue, type ModelIndex, requireMeasure, resolveAlias } from '@orrery/semantic';
import { type AggregateCall, columnsRead, mapScalars, type Scalar } from '../relation/index.ts';
import { refuseUnsupported } from '../refusal.ts';
import type { BaseColumn, OpenPart } from './part.ts';

/** The expressions that a call reads. */
export function scalarsOfCall({ arguments: given, order, filter }: AggregateCall): readonly Scalar[] {
  return [...given, ...order.map(({ expression }) => expression), ...(filter ? [filter] : [])];
}

/** The columns of measures that a call reads. */
function measuresIn(call: AggregateCall, { base }: Pick<OpenPart, 'base'>): readonly BaseColumn[] {
  return scalarsOfCall(call)
    .flatMap(columnsRead)
    .flatMap((id) => {
      const column = base.get(id);
      return column?.role.kind === 'measure' ? [column] : [];
    });
}

const counts: ReadonlySet<string> = new Set(['count', 'countDistinct', 'countDistinctApprox']);

/** An expression in which counts are not NULL: for no rows they are 0. Power BI asks whether they are. */
export function withPresentCounts(scalar: Scalar, base: OpenPart['base'], model: ModelIndex): Scalar {
  if (scalar.kind === 'is-null' && scalar.operand.kind === 'column') {
    const role = base.get(scalar.operand.column)?.role;
    const isCount = role?.kind === 'measure' && counts.has(requireMeasure(model, role.member).aggregateType);
    return isCount ? { kind: 'constant', value: String(scalar.isNegated), type: scalar.type } : scalar;
  }
  return mapScalars(
    scalar,
    (one) => withPresentCounts(one, base, model),
    (query) => query,
  );
}

const ofRows: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'min', 'max']);

/**
 * Requires that a call over an expression of measures may be computed from their values of single rows.
 *
 * @param others what else the statement reads of the selection
 * @throws StatementRefused for measures that are no values of rows, and where the selection repeats or joins their rows
 */
export function requireRowValues(
  call: AggregateCall,
  open: OpenPart,
  others: readonly Scalar[],
  model: ModelIndex,
): void {
  const name = call.function.name.toUpperCase();
  const column = measuresIn(call, open).find(
    (one) => !hasValueOfRows(one, open, [...scalarsOfCall(call), ...others], model),
  );
  if (!column) return;
  refuseUnsupported(
    'sql.measure-argument',
    `${name} takes the measure '${column.name}' itself, not an expression over it`,
    call.position,
    `MEASURE(${column.name})`,
  );
}

/** Whether a call takes a measure itself, over base columns. */
export function takesMeasure({ arguments: given }: AggregateCall, { base }: Pick<OpenPart, 'base'>): boolean {
  return given.some((one) => one.kind === 'column' && base.get(one.column)?.role.kind === 'measure');
}

/**
 * Whether a call is made up by the values that its measures have in single rows of the selection. One over an expression
 * of a count is not: rows that the measure does not count have 0, and groups of no rows would have NULL.
 */
export function readsRowValues(
  call: AggregateCall,
  open: OpenPart,
  others: readonly Scalar[],
  model: ModelIndex,
): boolean {
  const measures = measuresIn(call, open);
  const isOfCount = measures.some(
    ({ role }) => role.kind === 'measure' && requireMeasure(model, role.member).aggregateType === 'count',
  );
  if ((isOfCount || call.function.name.toLowerCase() === 'count') && !takesMeasure(call, open)) return false;
  const read = [...scalarsOfCall(call), ...others];
  return measures.length > 0 && measures.every((one) => hasValueOfRows(one, open, read, model));
}

function hasValueOfRows({ role }: BaseColumn, open: OpenPart, read: readonly Scalar[], model: ModelIndex): boolean {
  if (role.kind !== 'measure') return true;
  const isOfRows = ofRows.has(requireMeasure(model, role.member).aggregateType) && hasRowValue(model, role.member);
  return isOfRows && hasOwnRows(open, read, model);
}

/** Whether the rows of a selection are those of one cube, each once. */
function hasOwnRows(
  { pieces, base, filters, joinHints, listed }: OpenPart,
  read: readonly Scalar[],
  model: ModelIndex,
): boolean {
  const isOfCubes = pieces.every(({ piece }) => model.pieces.get(piece)?.kind === 'cube');
  if (pieces.length === 1 && isOfCubes) return true;
  const members = [...read, ...filters].flatMap(columnsRead).flatMap((id) => {
    const role = base.get(id)?.role;
    return role && 'member' in role ? [role] : [];
  });
  const paths = members.map(({ member, kind }) => resolveAlias(model, member, kind).path);
  const ofMeasures = paths.filter((_, index) => members[index]?.kind === 'measure');
  const root = ofMeasures[0]?.[0];
  if (!ofMeasures.every((path) => path.length === 1 && path[0] === root)) return false;
  if (pieces.length === 1) return paths.every((path) => path[0] === root && keepsRows(model, path));
  const hints = [...joinHints, ...listed];
  return isOfCubes && hints.length > 0 && hints.every((path) => path[0] === root && keepsRows(model, path));
}

/** Whether each join of a path finds one row at most. */
function keepsRows(model: ModelIndex, path: readonly CubeName[]): boolean {
  return path.slice(1).every((to, index) => {
    const from = path[index];
    const piece = from === undefined ? undefined : model.pieces.get(from);
    const join = piece?.kind === 'cube' ? piece.joins.find((one) => one.to === to) : undefined;
    return join !== undefined && join.relationship !== 'one-to-many';
  });
}
