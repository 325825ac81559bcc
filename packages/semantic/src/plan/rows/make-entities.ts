import {
  copyIdOf,
  cubeOf,
  type Dimension,
  type Member,
  type MemberId,
  type ModelIndex,
  originalOf,
  requireMember,
} from '../../model/index.ts';
import { fail, type Outcome, problem, type Problem, succeed } from '../../problem/index.ts';
import {
  type BoundQuery,
  type Condition,
  entitiesTested,
  type Expression,
  mapOperands,
  type MeasurePerEntity,
} from '../../query/index.ts';
import type { PerEntity } from '../groups/grouping.ts';
import {
  requirementsOfMember,
  resolveAlias,
  stageDimensionsOfMember,
  subQueriesOfMember,
} from '../joins/requirement.ts';
import { readsSwitch } from '../switches/switches.ts';
import { storedCondition } from './row-expressions.ts';

/** A query whose measures per entity are dimensions, and these dimensions. */
export interface WithEntities {
  readonly query: BoundQuery;
  readonly members: readonly Member[];
  readonly perEntity: ReadonlyMap<MemberId, PerEntity>;
}

/**
 * Makes a sub-query dimension of each measure per entity that a query filters by, so that it is planned like those of the
 * model: in a pass of its own, joined to the rows of its entity, which it does not multiply.
 */
export function makeEntities(query: BoundQuery, model: ModelIndex): Outcome<WithEntities> {
  const maker = new EntityMaker(query, model);
  const rowFilters = query.rowFilters.map((filter) => maker.made(filter));
  if (maker.problems.length > 0) return fail(...maker.problems);
  return succeed({ query: { ...query, rowFilters }, members: maker.members, perEntity: maker.perEntity });
}

class EntityMaker {
  readonly members: Dimension[] = [];
  readonly perEntity = new Map<MemberId, PerEntity>();
  readonly problems: Problem[] = [];
  readonly #query: BoundQuery;
  readonly #model: ModelIndex;
  readonly #known = new Map<string, Expression>();

  constructor(query: BoundQuery, model: ModelIndex) {
    this.#query = query;
    this.#model = model;
  }

  /** Keeps filters that test no such measure as they are: default filters are told apart by their identity. */
  made(filter: Condition): Condition {
    if (entitiesTested(filter).length === 0) return filter;
    return mapOperands(filter, (operand) => (operand.kind === 'per-entity' ? this.#dimension(operand) : operand));
  }

  #dimension(tested: MeasurePerEntity): Expression {
    const key = JSON.stringify(tested);
    const known = this.#known.get(key);
    if (known) return known;
    const purpose = `per_${this.#known.size + 1}`;
    const made: Expression = { kind: 'dimension', member: copyIdOf(tested.per, purpose) };
    this.#known.set(key, made);
    this.#refuse(tested);
    this.#make(tested, purpose);
    return made;
  }

  /** Makes the dimension, and the members of views that lead to it. */
  #make({ member: measure, per, type, where }: MeasurePerEntity, purpose: string): void {
    for (let id = per; ; ) {
      const found = requireMember(this.#model, id);
      if (found.kind !== 'dimension') throw new Error(`'${id}' was bound as a dimension`);
      const { kind, name, title, shortTitle, isPublic, suggestsFilterValues, expression } = found;
      const face = { kind, name, title, shortTitle, isPublic, suggestsFilterValues, type, isPrimaryKey: false };
      const copy = copyIdOf(id, purpose);
      if (expression.kind === 'alias') {
        this.members.push({
          ...face,
          id: copy,
          expression: { ...expression, member: copyIdOf(expression.member, purpose) },
        });
        id = expression.member;
        continue;
      }
      const sql = { parts: [{ kind: 'member', member: measure, path: [cubeOf(measure)] } as const] };
      this.members.push({ ...face, id: copy, expression: { kind: 'sub-query', sql, propagatesFilters: false } });
      const { zone } = this.#query;
      this.perEntity.set(copy, { per, where: where.map((one) => storedCondition(one, this.#model, zone)) });
      return;
    }
  }

  /** Refuses an entity that rows of its cube do not have by themselves. */
  #refuse({ per }: MeasurePerEntity): void {
    const { member } = resolveAlias(this.#model, per, 'dimension');
    const params = (because: string) => ({ per: originalOf(per), because });
    if (readsSwitch(this.#model, member.id)) {
      this.problems.push(problem('plan.entity-not-of-its-cube', params('it is a switch or made of one')));
    } else if (
      subQueriesOfMember(this.#model, member.id).length + stageDimensionsOfMember(this.#model, member.id).length >
      0
    ) {
      this.problems.push(problem('plan.entity-not-of-its-cube', params('it is made of measures')));
    } else if (requirementsOfMember(this.#model, member.id).some(({ cube }) => cube !== cubeOf(member.id))) {
      const hint = 'Name the dimension of the cube that it reads';
      this.problems.push(problem('plan.entity-not-of-its-cube', params('it reads another cube'), { hint }));
    }
  }
}
