import { hasRowValue, type ModelIndex, requireMeasure, resolveAlias } from '@orrery/semantic';
import { type AggregateCall, columnsRead, type Scalar } from '../relation/index.ts';
import { refuseUnsupported } from '../refusal.ts';
import type { BaseColumn, Open } from './part.ts';

/** The expressions that a call reads. */
export function scalarsOfCall({ arguments: given, order, filter }: AggregateCall): readonly Scalar[] {
  return [...given, ...order.map(({ expression }) => expression), ...(filter ? [filter] : [])];
}

/** The columns of measures that a call reads. */
function measuresIn(call: AggregateCall, { base }: Pick<Open, 'base'>): readonly BaseColumn[] {
  return scalarsOfCall(call)
    .flatMap(columnsRead)
    .flatMap((id) => {
      const column = base.get(id);
      return column?.role.kind === 'measure' ? [column] : [];
    });
}

const ofRows: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'min', 'max']);

/**
 * Requires that a call over an expression of measures may be computed from their values of single rows.
 *
 * @param others what else the statement reads of the selection
 * @throws StatementRefused for measures that are no values of rows, and where the selection repeats or joins their rows
 */
export function requireRowValues(call: AggregateCall, open: Open, others: readonly Scalar[], model: ModelIndex): void {
  const name = call.function.name.toUpperCase();
  for (const { name: measure, role } of measuresIn(call, open)) {
    if (role.kind !== 'measure') continue;
    const isOfRows = ofRows.has(requireMeasure(model, role.member).aggregateType) && hasRowValue(model, role.member);
    if (isOfRows && hasOwnRows(open, [...scalarsOfCall(call), ...others], model)) continue;
    refuseUnsupported(
      'sql.measure-argument',
      `${name} takes the measure '${measure}' itself, not an expression over it`,
      call.position,
      `MEASURE(${measure})`,
    );
  }
}

/** Whether the rows of a selection are those of one cube, each once. */
function hasOwnRows({ pieces, base, filters }: Open, read: readonly Scalar[], model: ModelIndex): boolean {
  const [piece, ...others] = pieces;
  if (!piece || others.length > 0) return false;
  if (model.pieces.get(piece.piece)?.kind === 'cube') return true;
  return [...read, ...filters].flatMap(columnsRead).every((id) => {
    const role = base.get(id)?.role;
    if (role === undefined || !('member' in role)) return true;
    return resolveAlias(model, role.member, role.kind).path.length === 1;
  });
}
