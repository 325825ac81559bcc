import {
  type Access,
  type AppliedPolicy,
  type CubeName,
  cubeOf,
  type Member,
  type MemberId,
  type ModelFilter,
  type ModelIndex,
  type Piece,
  readsOf,
} from '@orrery/semantic';
import type { MaskedColumn } from './masked-columns.ts';

/**
 * Parts of a query that the policies allow a caller. It is computed from the text of the rules, independently of the
 * planner, so that the two can be compared.
 */
export interface Left {
  /** Members of the query that are hidden from the caller. */
  readonly denied: readonly MemberId[];
  /** Row filters, joined with AND. */
  readonly rows: readonly ModelFilter[];
  /** Row filters of cubes of which the query reads no member, which apply where its joins bring the cube in. */
  readonly rowsIfJoined: ReadonlyMap<CubeName, readonly ModelFilter[]>;
  /** Why row filters of such a cube would make the query incomparable. */
  readonly incomparableIfJoined?: string;
  /** Members of the query that show a mask on every row. */
  readonly masked: readonly MaskedColumn[];
  /** Why the same query by an unrestricted caller would mean something else. */
  readonly incomparable?: string;
}

export function whatIsLeft(model: ModelIndex, access: Access, asked: readonly MemberId[]): Left {
  const denied = asked.filter((id) => !mayName(model, access, id));
  const touched = [...closure(model, asked)];
  const pieces = [...new Set(touched.map(cubeOf))];
  const rows = pieces.flatMap((piece) => {
    const policies = access.policies.get(piece);
    const own = touched.filter((id) => cubeOf(id) === piece);
    return policies ? rowsOf(policies, own) : [];
  });
  const rowsIfJoined = new Map(
    [...access.policies].flatMap(([piece, policies]) => {
      const cube = model.pieces.get(piece);
      if (pieces.includes(piece) || cube?.kind !== 'cube') return [];
      const filters = policies.length > 0 ? rowsOfAny(policies) : noRows(cube);
      return filters.length > 0 ? [[piece, filters]] : [];
    }),
  );
  const masks = touched.map((id) => ({ id, masking: maskingOf(access, id) }));
  const whole = masks.flatMap(({ id, masking }) => (masking === 'whole' ? [id] : []));
  const isShownAsItIs = (id: MemberId) => asked.includes(id) || masksOfAlias(model, asked, id);
  const isPartly = masks.some(({ masking }) => masking === 'partly');
  const isInside = whole.some((id) => !isShownAsItIs(id));
  const incomparable = isPartly
    ? 'a mask that stands on some rows'
    : isInside
      ? 'a member made of a masked one'
      : whyIncomparable(model, touched, rows.length > 0);
  const incomparableIfJoined =
    whyIncomparable(model, touched, true) ??
    (whole.length > 0 ? 'a mask next to a cube that is only joined' : undefined);
  const masked = asked.flatMap((member): readonly MaskedColumn[] => {
    // A view's mask covers the value the cube shows.
    const by = whole.includes(member) ? member : whole.find((one) => masksOfAlias(model, [member], one));
    return by === undefined ? [] : [{ member, by }];
  });
  return {
    denied,
    rows,
    rowsIfJoined,
    masked,
    ...(incomparable === undefined ? {} : { incomparable }),
    ...(incomparableIfJoined === undefined ? {} : { incomparableIfJoined }),
  };
}

/** Whether the caller may name the member: it is granted itself, and so is everything it is made of. */
export function mayName(model: ModelIndex, access: Access, id: MemberId): boolean {
  const granting = grantingOf(access, id);
  if (granting?.length === 0) return false;
  if (model.pieces.get(cubeOf(id))?.kind === 'view') {
    return [...closure(model, [id])].every((one) => {
      const isOfCube = model.pieces.get(cubeOf(one))?.kind === 'cube';
      return !isOfCube || access.policies.get(cubeOf(one))?.length !== 0;
    });
  }
  if (granting && !granting.some((policy) => shows(policy, id))) return true;
  return reads(model, id).every((one) => mayName(model, access, one));
}

function shows({ shows: shown }: AppliedPolicy, id: MemberId): boolean {
  return shown === 'all' || shown.has(id);
}

/** Returns the policies that grant the member; `undefined` in a cube or view without policies. */
function grantingOf(access: Access, id: MemberId): readonly AppliedPolicy[] | undefined {
  return access.policies.get(cubeOf(id))?.filter((policy) => shows(policy, id) || policy.masks.has(id));
}

function rowsOf(policies: readonly AppliedPolicy[], members: readonly MemberId[]): readonly ModelFilter[] {
  return members.flatMap((id): readonly ModelFilter[] => {
    const own = policies.filter((policy) => shows(policy, id) || policy.masks.has(id));
    const granting = own.length > 0 ? own : policies;
    return rowsOfAny(granting);
  });
}

function rowsOfAny(policies: readonly AppliedPolicy[]): readonly ModelFilter[] {
  const all = policies.map(({ rows }) => rows);
  if (all.includes(undefined)) return [];
  return [{ kind: 'or', filters: all.map((filters) => ({ kind: 'and', filters: filters ?? [] })) }];
}

/** No row has a value and has none. */
function noRows({ dimensions }: Piece): readonly ModelFilter[] {
  return dimensions.slice(0, 1).flatMap(({ id }): readonly ModelFilter[] => [
    { kind: 'member', member: id, operator: 'set' },
    { kind: 'member', member: id, operator: 'notSet' },
  ]);
}

function maskingOf(access: Access, id: MemberId): 'none' | 'whole' | 'partly' {
  const granting = grantingOf(access, id) ?? [];
  if (!granting.some(({ masks }) => masks.has(id))) return 'none';
  const full = granting.filter((policy) => shows(policy, id));
  if (full.some(({ rows }) => !rows)) return 'none';
  return full.length > 0 ? 'partly' : 'whole';
}

/** Whether some member is, in a view, a plain alias of the masked member. */
function masksOfAlias(model: ModelIndex, members: readonly MemberId[], masked: MemberId): boolean {
  return members.some((id) => {
    const expression = model.members.get(id)?.expression;
    return expression?.kind === 'alias' && expression.member === masked;
  });
}

/** Returns why answers are incomparable: where a stage or a sub-query drops filters, the rule still applies. */
function whyIncomparable(model: ModelIndex, touched: readonly MemberId[], hasRows: boolean): string | undefined {
  if (!hasRows) return undefined;
  const kinds = touched.map((id) => model.members.get(id)?.expression.kind);
  if (kinds.includes('stage')) return 'a measure of several stages';
  if (kinds.includes('sub-query')) return 'a sub-query';
  return undefined;
}

function closure(model: ModelIndex, asked: readonly MemberId[]): ReadonlySet<MemberId> {
  const found = new Set(asked);
  // A set also iterates over items added during the walk.
  for (const id of found) for (const one of reads(model, id)) found.add(one);
  return found;
}

function reads(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const member: Member | undefined = model.members.get(id);
  return member ? readsOf(member) : [];
}

/** Access that ignores all policies. */
export function unrestricted(model: ModelIndex): Access {
  const all: readonly AppliedPolicy[] = [{ shows: 'all', masks: new Set() }];
  const guarded = [...model.pieces.values()].flatMap(({ name, policies }) => (policies ? [name] : []));
  return {
    hidden: new Set(),
    policies: new Map<CubeName, readonly AppliedPolicy[]>(guarded.map((name) => [name, all])),
  };
}
