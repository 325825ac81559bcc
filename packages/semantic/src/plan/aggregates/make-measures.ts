import {
  type AggregateFunction,
  classOf,
  type CubeName,
  cubeOf,
  type Measure,
  type MeasureExpression,
  type Member,
  type MemberId,
  type ModelIndex,
  requireMeasure,
  requirePiece,
  copyIdOf,
} from '../../model/index.ts';
import { fail, type Outcome, problem, type Problem, succeed } from '../../problem/index.ts';
import {
  type AggregateOfRows,
  type AlteredMeasure,
  type BoundQuery,
  type Expression,
  mapInside,
  mapOperands,
  type MemberMask,
  membersOf,
} from '../../query/index.ts';
import { findJoinTree, type JoinTree, isMultiplied } from '../joins/join-tree.ts';
import { requirementsOf } from '../joins/query-requirements.ts';
import { resolveAlias } from '../joins/requirement.ts';
import { readsSwitch } from '../switches/switches.ts';
import { fragmentOf } from './fragment-of.ts';

/** A query whose aggregates are measures, and these measures. */
export interface WithMeasures {
  readonly query: BoundQuery;
  readonly members: readonly Member[];
  /** Joins that list the rows of its aggregates. */
  readonly trees: readonly JoinTree[];
}

/**
 * Makes a measure of each aggregate that a query asks for itself, so that it is planned like those of the model: at the
 * grain of its cube, under the same rules and masks.
 */
export function makeMeasures(query: BoundQuery, model: ModelIndex): Outcome<WithMeasures> {
  const maker = new MeasureMaker(query, model);
  const outputs = query.outputs.map((output) => ({ ...output, expression: maker.made(output.expression) }));
  const groupFilters = query.groupFilters.map((filter) => mapOperands(filter, (operand) => maker.made(operand)));
  if (maker.problems.length > 0) return fail(...maker.problems);
  // Default filters keep their identity, by which they are told from those of the caller.
  const kept = groupFilters.map((filter, index) => {
    const before = query.groupFilters[index];
    return before && query.defaultFilters.includes(before) ? before : filter;
  });
  return succeed({
    query: { ...query, outputs, groupFilters: kept, masks: [...query.masks, ...maker.masks] },
    members: maker.members,
    trees: maker.trees,
  });
}

class MeasureMaker {
  readonly members: Measure[] = [];
  /** Masks of the altered measures. */
  readonly masks: MemberMask[] = [];
  readonly problems: Problem[] = [];
  readonly trees: JoinTree[] = [];
  readonly #query: BoundQuery;
  readonly #model: ModelIndex;
  readonly #known = new Map<string, Expression>();

  constructor(query: BoundQuery, model: ModelIndex) {
    this.#query = query;
    this.#model = model;
  }

  /** Replaces aggregates in an expression by measures. */
  made(expression: Expression): Expression {
    if (expression.kind !== 'altered' && expression.kind !== 'aggregate')
      return mapInside(expression, (inner) => this.made(inner));
    const key = JSON.stringify(expression);
    const known = this.#known.get(key);
    if (known) return known;
    const purpose = `made_${this.#known.size + 1}`;
    const member =
      expression.kind === 'altered' ? this.#altered(expression, purpose) : this.#ofRows(expression, purpose);
    const made: Expression = member === undefined ? expression : { kind: 'measure', member };
    this.#known.set(key, made);
    return made;
  }

  /** Makes a measure, and the members of views that lead to it. */
  #altered(altered: AlteredMeasure, purpose: string): MemberId | undefined {
    if (this.#refusesSwitch(altered)) return undefined;
    const { function: wanted, where, type } = altered;
    for (let id = altered.member; ; ) {
      const measure = requireMeasure(this.#model, id);
      const { expression } = measure;
      const copy = copyIdOf(id, purpose);
      this.#mask(id, copy, altered);
      if (expression.kind === 'alias') {
        const to = copyIdOf(expression.member, purpose);
        this.members.push({ ...measure, id: copy, type, expression: { ...expression, member: to } });
        id = expression.member;
        continue;
      }
      if (expression.kind !== 'aggregate') throw new Error(`'${id}' was bound as an aggregate of rows`);
      const filters = [...expression.filters, ...(where ? [fragmentOf(where)] : [])];
      const value: MeasureExpression = { ...expression, ...(wanted ? { function: wanted } : {}), filters };
      this.members.push({
        ...withoutTimes(measure, wanted),
        id: copy,
        type,
        measureClass: classOf(value),
        expression: value,
      });
      return copyIdOf(altered.member, purpose);
    }
  }

  /**
   * Hides the altered measure where its own is hidden. The author's mask is a value of the own aggregate alone; one of SQL
   * is computed over all rows of a group, and says nothing of fewer. Values that are to be counted are refused: hidden ones
   * would be counted as 0.
   */
  #mask(own: MemberId, copy: MemberId, { function: wanted, where }: AlteredMeasure): void {
    const found = this.#query.masks.find(({ member }) => member === own);
    if (!found) return;
    const { mask, ...rest } = found;
    if (wanted === 'min' && isDistinctCount(requireMeasure(this.#model, own)))
      this.problems.push(problem('plan.mask-of-values', { member: own }));
    const holds = mask && wanted === undefined;
    if (holds && where && mask.kind === 'sql') this.problems.push(problem('plan.mask-of-fewer-rows', { member: own }));
    this.masks.push({ ...rest, member: copy, ...(holds ? { mask } : {}) });
  }

  #ofRows(aggregate: AggregateOfRows, purpose: string): MemberId | undefined {
    if (this.#refusesSwitch(aggregate)) return undefined;
    const host = this.#hostOf(aggregate);
    if (host === undefined) return undefined;
    const { function: name, of, where, type } = aggregate;
    const expression: MeasureExpression = {
      kind: 'aggregate',
      function: name,
      ...(of ? { sql: fragmentOf(of), ...typeOfOperand(of) } : {}),
      filters: where ? [fragmentOf(where)] : [],
    };
    const id = copyIdOf(`${host}.${name.replaceAll('-', '_')}` as MemberId, purpose);
    this.members.push({
      kind: 'measure',
      id,
      name,
      title: name,
      shortTitle: name,
      isPublic: false,
      type,
      aggregateType: name,
      measureClass: classOf(expression),
      drillMembers: [],
      expression,
    });
    return id;
  }

  /** The cube with one row for each row that an ungrouped query lists; reports it when there is none. */
  #hostOf(aggregate: AggregateOfRows): CubeName | undefined {
    const read = membersOf(aggregate);
    const cubes = [...new Set(read.map((id) => cubeOf(resolveAlias(this.#model, id, 'dimension').member.id)))];
    const rows = aggregate.rowsOf.map((name): CubeName => {
      const piece = requirePiece(this.#model, name);
      return piece.kind === 'view' ? (piece.joinPaths[0]?.[0] ?? name) : name;
    });
    const listed: BoundQuery = {
      ...this.#query,
      outputs: read.map((member) => listedOutput(member)),
      rowFilters: [],
      groupFilters: [],
      rowRules: [],
      timeMembers: [],
    };
    const required = [...rows.map((cube) => ({ cube, path: [cube] })), ...requirementsOf(listed, this.#model)];
    const tree = findJoinTree(this.#model, required);
    if (!tree.ok) {
      this.problems.push(...tree.problems);
      return undefined;
    }
    const { root, edges } = tree.value;
    this.trees.push(tree.value);
    if (!edges.some(({ relationship }) => relationship === 'one-to-many')) return root;
    const [only = rows[0], ...others] = cubes;
    const isOfOne = only !== undefined && others.length === 0 && (cubes.length === 1 || rows.length === 1);
    if (isOfOne && (tolerant.has(aggregate.function) || !isMultiplied(tree.value, only))) return only;
    const params = { aggregate: aggregate.function, cubes: cubes.length > 0 ? cubes : rows };
    this.problems.push(problem('plan.aggregate-of-repeated-rows', params));
    return undefined;
  }

  #refusesSwitch(expression: Expression): boolean {
    const own = 'member' in expression ? [expression.member] : [];
    const found = membersOf(expression).find((id) => !own.includes(id) && readsSwitch(this.#model, id));
    if (found !== undefined) this.problems.push(problem('plan.switch-in-expression', { dimension: found }));
    return found !== undefined;
  }
}

/** Aggregates that repeated rows do not change. */
const tolerant: ReadonlySet<AggregateFunction> = new Set(['min', 'max', 'count-distinct', 'count-distinct-approx']);

function listedOutput(member: MemberId): BoundQuery['outputs'][number] {
  return { name: member, alias: member, role: 'dimension', type: 'string', expression: { kind: 'dimension', member } };
}

function withoutTimes(measure: Measure, wanted: AggregateFunction | undefined): Measure {
  if (wanted === undefined || wanted === 'min' || wanted === 'max') return measure;
  const { times: _, ...rest } = measure;
  return rest;
}

/** The type of an expression; that of a member alone is known from the member. */
function typeOfOperand(of: Expression): Pick<Extract<MeasureExpression, { kind: 'aggregate' }>, 'type'> {
  switch (of.kind) {
    case 'value':
      return { type: of.value.type };
    case 'call':
    case 'sql':
      return { type: of.type };
    default:
      return {};
  }
}

function isDistinctCount({ aggregateType }: Measure): boolean {
  return aggregateType === 'countDistinct' || aggregateType === 'countDistinctApprox';
}
