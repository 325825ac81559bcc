import type { WireQuery } from '@orrery/contract';
import {
  cubeOf,
  type DefaultMasks,
  type Dimension,
  type Fragment,
  type Measure,
  type Member,
  type MemberId,
  type ModelIndex,
} from '@orrery/semantic';

/** Expected content of the columns that a caller sees masked on every row. */
export interface MaskedColumns {
  /** Masks with one fixed value. */
  readonly constant: readonly ConstantMask[];
  /** The member with the SQL of each masked member's mask. Every caller may query it in `model`. */
  readonly instead: ReadonlyMap<string, MemberId>;
  /** Masked measures whose values cannot be predicted; groups do not depend on them. */
  readonly leftOut: readonly MemberId[];
  /** Why the whole answer cannot be predicted. */
  readonly incomparable?: string;
  /** The model with the members of `instead` added. All other members, keys, joins and rules are unchanged. */
  readonly model: ModelIndex;
}

export interface ConstantMask {
  readonly member: MemberId;
  readonly kind: 'dimension' | 'measure';
  /** Absent when the engine decides how the value is written. */
  readonly value?: string | number | boolean | null;
}

export const incomparableMask = 'a mask of SQL that reads other members';

export function maskedColumns(
  model: ModelIndex,
  masked: readonly MaskedColumn[],
  defaults: DefaultMasks,
): MaskedColumns {
  const constant: ConstantMask[] = [];
  const instead = new Map<string, MemberId>();
  const leftOut: MemberId[] = [];
  const members = new Map(model.members);
  let incomparable: string | undefined;
  for (const { member: id, by } of masked) {
    const [asked, holder] = [model.members.get(id), model.members.get(by)];
    if (!asked || !holder || asked.kind === 'segment' || holder.kind === 'segment') continue;
    const { mask } = holder;
    if (mask?.kind !== 'sql' || (holder.kind === 'measure' && isConstant(mask.sql))) {
      const value = mask?.kind === 'value' ? mask.value : (defaults[holder.type] ?? null);
      const isReported = mask?.kind !== 'sql' && holder.type !== 'time';
      constant.push({ member: id, kind: holder.kind, ...(isReported ? { value } : {}) });
      continue;
    }
    const made = membersOfMask(model, asked, mask.sql);
    if (made) {
      for (const one of made) members.set(one.id, one);
      const [shown] = made;
      instead.set(id, shown.id);
    } else if (holder.kind === 'measure') leftOut.push(id);
    else incomparable = incomparableMask;
  }
  return { constant, instead, leftOut, model: { ...model, members }, ...(incomparable ? { incomparable } : {}) };
}

export interface MaskedColumn {
  /** A member of the query. */
  readonly member: MemberId;
  /** The member whose mask it shows: itself, or the member behind it in a view. */
  readonly by: MemberId;
}

/**
 * Adds members for the SQL of a mask, through aliases. Returns nothing when the SQL reads more than rows of its own
 * cube.
 */
function membersOfMask(
  model: ModelIndex,
  asked: Dimension | Measure,
  sql: Fragment,
): readonly [Member, ...Member[]] | undefined {
  const { expression } = asked;
  const stored = expression.kind === 'alias' ? model.members.get(expression.member) : asked;
  if (!stored || stored.kind === 'segment' || stored.expression.kind === 'alias') return undefined;
  const cube = cubeOf(stored.id);
  if (!sql.parts.every((part) => part.kind === 'text' || (part.kind === 'cube' && part.cube === cube)))
    return undefined;
  const id = newId(model, stored.id);
  const own: Member =
    stored.kind === 'dimension'
      ? { ...stored, id, isPublic: true, isPrimaryKey: false, expression: { kind: 'sql', sql } }
      : {
          ...stored,
          id,
          isPublic: true,
          measureClass: 'holistic',
          expression: { kind: 'raw-aggregate', sql, filters: [] },
        };
  if (expression.kind !== 'alias') return [own];
  const shown = { ...asked, id: newId(model, asked.id), expression: { ...expression, member: id } };
  return [shown as Member, own];
}

function newId(model: ModelIndex, id: MemberId): MemberId {
  let made = `${id}_mask`;
  while (model.members.has(made as MemberId)) made += '_';
  return made as MemberId;
}

function isConstant({ parts }: Fragment): boolean {
  return parts.every((part) => part.kind === 'text' && !part.text.includes('('));
}

/** Returns the query with some members replaced by others. */
export function asksInstead(query: WireQuery, instead: ReadonlyMap<string, MemberId>): WireQuery {
  const { measures = [], dimensions = [], timeDimensions = [] } = query;
  const other = (id: string) => instead.get(id) ?? id;
  return {
    ...query,
    measures: measures.map(other),
    dimensions: dimensions.map(other),
    timeDimensions: timeDimensions.map((one) => ({ ...one, dimension: other(one.dimension) })),
  };
}

/** Reports cells that differ from a constant mask. A measure has no value in groups without a row of its cube. */
export function maskFault({ member, kind, value }: ConstantMask, cells: readonly unknown[]): string | undefined {
  const shown = new Set(kind === 'measure' ? cells.filter((cell) => cell !== null) : cells);
  if (shown.size > 1) return `${member} is masked by a constant and has more than one value`;
  if (value === undefined) return undefined;
  const [other] = [...shown].filter((cell) => !isValue(cell, value));
  return other === undefined ? undefined : `${member} shows something else than its mask`;
}

function isValue(cell: unknown, value: string | number | boolean | null): boolean {
  if (value === null || cell === null) return cell === value;
  return typeof value === 'number' ? Number(cell) === value : String(cell) === String(value);
}
