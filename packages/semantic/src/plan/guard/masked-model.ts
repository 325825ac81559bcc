import {
  type Cube,
  type CubeName,
  type Fragment,
  isCopyId,
  LayeredMap,
  limitedCopyIdOf,
  type Member,
  type MemberId,
  type ModelIndex,
  type Piece,
  readsOf,
  realCopyIdOf,
  renameMembers,
  requireMember,
} from '../../model/index.ts';
import {
  type BoundQuery,
  type Condition,
  conditionMembers,
  mapMembers,
  type MemberMask,
  membersOf,
  type RowRule,
} from '../../query/index.ts';
import { maskDimension } from './mask-dimension.ts';
import { type ConditionalMeasure, maskMeasure } from './mask-measure.ts';
import { storedCondition } from '../rows/row-expressions.ts';
import type { PlanCondition } from '../plan-expression.ts';
import type { MadeForQuery } from '../plan.ts';

/**
 * A model as one query sees it: masked members have other expressions under the same names. Their real values are kept
 * under names that queries cannot use: for joins, keys, rules, and the tests of masks.
 */
export interface MaskedModel {
  readonly index: ModelIndex;
  readonly rowRules: readonly RowRule[];
  /** The conditions for the rows or groups that show the real value, by masked member. */
  readonly tests: ReadonlyMap<MemberId, PlanCondition>;
  /** Measures whose real values some groups show; in `index` they are masked everywhere. */
  readonly measures: readonly ConditionalMeasure[];
  /** Whether a member is masked, or made of one that is: SQL that repeats a test of it would test the real value. */
  hides(id: MemberId): boolean;
  /** Members and cubes made so far for the query. */
  made(): MadeForQuery;
  /** Makes rules and default filters of the query test real values; the caller's own filters stay. */
  withRealTests(query: BoundQuery): BoundQuery;
}

/** Returns `undefined` when the query sees the model unchanged. */
export function maskedModel(query: BoundQuery, model: ModelIndex): MaskedModel | undefined {
  const { masks, rowRules } = query;
  const isMade = ({ where }: RowRule) => conditionMembers(where, membersOf).some((id) => readsSubQuery(model, id));
  return masks.length === 0 && !rowRules.some(isMade) ? undefined : new Overlay(query, model);
}

class Overlay implements MaskedModel {
  readonly index: ModelIndex;
  readonly rowRules: readonly RowRule[];
  readonly tests: ReadonlyMap<MemberId, PlanCondition>;
  readonly measures: readonly ConditionalMeasure[];
  readonly #base: ModelIndex;
  readonly #cubes: RealCubes;
  readonly #masked: ReadonlySet<MemberId>;
  readonly #made = new Map<MemberId, Member>();
  readonly #hidden = new Map<MemberId, boolean>();

  constructor({ masks, rowRules, ruleZone }: BoundQuery, base: ModelIndex) {
    this.#base = base;
    this.#masked = new Set(masks.map(({ member }) => member));
    this.#cubes = new RealCubes(base.pieces, (cube) => this.#withRealJoins(cube));
    this.index = {
      ...base,
      pieces: this.#cubes,
      members: new LayeredMap(base.members, this.#made),
    };
    const measures: ConditionalMeasure[] = [];
    const tests = new Map<MemberId, PlanCondition>();
    const tested = masks.map((mask) => ({ mask, test: mask.unless && this.#real(mask.unless) }));
    for (const { mask, test } of tested) {
      const { member } = mask;
      const { made, conditional } = this.#mask(mask, test ? conditionMembers(test, membersOf) : undefined);
      for (const one of made) this.#made.set(one.id, one);
      if (conditional) measures.push(conditional);
      if (test) tests.set(member, storedCondition(test, this.index, ruleZone));
    }
    this.measures = measures;
    this.tests = tests;
    this.rowRules = rowRules.map((rule) => ({ ...rule, where: this.#real(rule.where) }));
  }

  hides(id: MemberId): boolean {
    if (isCopyId(id)) return true;
    const known = this.#hidden.get(id);
    if (known !== undefined) return known;
    this.#hidden.set(id, true);
    const isHidden = this.#masked.has(id) || readsOf(requireMember(this.#base, id)).some((read) => this.hides(read));
    this.#hidden.set(id, isHidden);
    return isHidden;
  }

  withRealTests(query: BoundQuery): BoundQuery {
    const limited = (filter: Condition) => mapMembers(filter, (id) => this.#limitedOf(id));
    const real = new Map(query.defaultFilters.map((filter) => [filter, limited(filter)]));
    return {
      ...query,
      rowRules: this.rowRules,
      rowFilters: query.rowFilters.map((filter) => real.get(filter) ?? filter),
      groupFilters: query.groupFilters.map((filter) => real.get(filter) ?? filter),
      defaultFilters: [...real.values()],
    };
  }

  made(): MadeForQuery {
    return { members: [...this.#made.values()], cubes: this.#cubes.changed() };
  }

  #mask(mask: MemberMask, reads: readonly MemberId[] | undefined) {
    const { kind } = requireMember(this.#base, mask.member);
    return kind === 'dimension'
      ? { made: maskDimension(this.#base, mask, reads), conditional: undefined }
      : maskMeasure(this.#base, mask, reads);
  }

  #real(condition: Condition): Condition {
    return mapMembers(condition, (id) => this.#realOf(id));
  }

  /** Returns the member itself if it has nothing to do with masks. Rules do not limit a sub query read by a rule. */
  #realOf(id: MemberId): MemberId {
    if (!this.hides(id) && !readsSubQuery(this.#base, id)) return id;
    return this.#copied(id, realCopyIdOf(id), (member) => this.#withReal(member));
  }

  /** Returns the member itself if it has nothing to do with masks. Its sub queries read rows that the caller may see. */
  #limitedOf(id: MemberId): MemberId {
    if (!this.hides(id)) return id;
    const change = (member: Member) => renameMembers(member, (read) => this.#limitedOf(read));
    return this.#copied(id, limitedCopyIdOf(id), change);
  }

  #copied(id: MemberId, copy: MemberId, change: (member: Member) => Member): MemberId {
    if (this.#made.has(copy)) return copy;
    const member = requireMember(this.#base, id);
    this.#made.set(copy, member);
    this.#made.set(copy, { ...change(member), id: copy });
    return copy;
  }

  #withReal(member: Member): Member {
    const { expression } = member;
    const own =
      expression.kind === 'sub-query' ? { ...member, expression: { ...expression, propagatesFilters: false } } : member;
    return renameMembers(own as Member, (id) => this.#realOf(id));
  }

  /** Makes joins and keys use real values. */
  #withRealJoins(cube: Cube): Cube {
    const primaryKey = cube.primaryKey.map((id) => (this.hides(id) ? this.#realOf(id) : id));
    const joins = cube.joins.map((join) => {
      const sql = this.#realJoin(join.sql);
      return sql === join.sql ? join : { ...join, sql };
    });
    const isSame =
      primaryKey.every((id, index) => id === cube.primaryKey[index]) &&
      joins.every((join, index) => join === cube.joins[index]);
    return isSame ? cube : { ...cube, primaryKey, joins };
  }

  #realJoin(sql: Fragment): Fragment {
    const isHidden = sql.parts.some((part) => part.kind === 'member' && this.hides(part.member));
    if (!isHidden) return sql;
    return {
      parts: sql.parts.map((part) =>
        part.kind === 'member' && this.hides(part.member) ? { ...part, member: this.#realOf(part.member) } : part,
      ),
    };
  }
}

/** Cubes, built when they are read. */
class RealCubes extends LayeredMap<CubeName, Piece> {
  readonly #real: (cube: Cube) => Cube;
  readonly #known = new Map<CubeName, Piece | undefined>();
  readonly #changed: Cube[] = [];

  constructor(below: ReadonlyMap<CubeName, Piece>, real: (cube: Cube) => Cube) {
    super(below, new Map());
    this.#real = real;
  }

  /** Cubes are changed without an entry that is laid over, so facts about the model below do not hold. */
  override get plain(): ReadonlyMap<CubeName, Piece> {
    return this;
  }

  override get(name: CubeName): Piece | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const piece = super.get(name);
    const found = piece?.kind === 'cube' ? this.#real(piece) : piece;
    this.#known.set(name, found);
    if (found?.kind === 'cube' && found !== piece) this.#changed.push(found);
    return found;
  }

  /** Cubes that were read so far. */
  changed(): readonly Cube[] {
    return [...this.#changed];
  }
}

function readsSubQuery(model: ModelIndex, id: MemberId, seen = new Set<MemberId>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const member = requireMember(model, id);
  return member.expression.kind === 'sub-query' || readsOf(member).some((read) => readsSubQuery(model, read, seen));
}
