import { type Access, dataSourceOf, type ModelIndex } from '@orrery/semantic';
import {
  type AggregateCall,
  type BoundStatement,
  type Column,
  type ColumnId,
  columnsOf,
  columnsRead,
  mapCall,
  mapScalars,
  mapScalarsOf,
  type Relation,
  type Scalar,
  scalarsIn,
  type SharedRelation,
  hasQuery,
  conjuncts,
} from '../relation/index.ts';
import { closeGrouped } from './close-grouped.ts';
import { closeUngrouped } from './close-ungrouped.ts';
import { filterGroups } from './filter-groups.ts';
import { moveAboveGroups } from './merge/above-groups.ts';
import { mergeViews } from './merge/merge-views.ts';
import { overInput } from './merge/over-join.ts';
import { joinedByWhere } from './merge/read-join.ts';
import { joinsByField, ofSelections } from './merge/semi-joins.ts';
import { isJoinField, joinOpen, refuseFiltered } from './join-open.ts';
import {
  type BlockPart,
  closed,
  columnScalar,
  hasMeasure,
  isCorrelated,
  type NewColumns,
  type OpenPart,
  openPiece,
  overBase,
  projected,
  renamed,
  type ShownColumn,
} from './part.ts';
import { requireUser } from './filters/asked-user.ts';
import { rowFilters, type SourceSql } from './filters/row-filters.ts';
import { withUserBelow } from './filters/user-below.ts';
import { measureOverRows, measuresAboveRows } from './above/measures-above-rows.ts';
import { measuresAsValues, refuseMeasuresInWhere } from './above/measure-keys.ts';
import { groupsTested } from './above/tested-groups.ts';
import { takesMeasure } from './row-values.ts';
import type { BlockContext } from './source.ts';
import { withoutOrder } from './above/without-order.ts';

/** Finds the renderer of expressions for a data source; undefined for a source without one. */
type SqlOfSource = (dataSource: string) => SourceSql | undefined;

export interface BlockOptions {
  readonly model: ModelIndex;
  /** The rights of the caller. */
  readonly access: Access;
  /** Absent: the model alone tests and groups; what it cannot do is done above its rows. */
  readonly sqlOf?: SqlOfSource;
  /**
   * Whether times are compared by their milliseconds, as filters of the JSON API do: for statements that become queries
   * of it, not for statements that run.
   */
  readonly isOfMilliseconds?: boolean;
  /** Absent: comparisons of times with what can be computed now stay as they are written. */
  readonly session?: BlockContext['session'];
  /** The user with whose model and rights the statement is bound, as `__user` names them; absent: the caller. */
  readonly user?: string | undefined;
  /** Returns the name that the caller signed in with; absent over HTTP, where there is none. */
  readonly callerName?: (() => string | undefined) | undefined;
}

/**
 * Finds the parts of a statement that are one question to the model each, the largest there are: selections without
 * aggregation dissolve into the grouping above them.
 *
 * @returns the statement with blocks in place of cubes and views @throws StatementRefused
 */
export function findBlocks(
  statement: BoundStatement,
  { model, access, sqlOf, isOfMilliseconds = false, session, user, callerName }: BlockOptions,
): BoundStatement {
  const numbers: NewColumns = { next: statement.next };
  const asked = { access, sqlOf, user, callerName };
  const finder = new Finder({ model, numbers, isOfMilliseconds, session }, asked, statement.shared);
  const relation = finder.close(statement.relation, idsOf(statement.output));
  return { ...statement, relation, shared: finder.shared, next: numbers.next };
}

type Needed = ReadonlySet<ColumnId>;

function idsOf(columns: readonly Column[]): Needed {
  return new Set(columns.map(({ id }) => id));
}

function withRead(needed: Needed, ...scalars: readonly (Scalar | undefined)[]): Needed {
  return new Set([...needed, ...scalars.flatMap((one) => (one ? columnsRead(one) : []))]);
}

class Finder {
  readonly #source: Omit<BlockContext, 'sqlOf'>;
  readonly #access: Access;
  readonly #sqlOf: SqlOfSource | undefined;
  readonly #user: string | undefined;
  readonly #callerName: () => string;
  /** Common table expressions that stay, by their old number. */
  readonly #kept = new Map<number, SharedRelation & { readonly number: number }>();
  readonly #given: readonly SharedRelation[];

  constructor(
    source: Omit<BlockContext, 'sqlOf'>,
    {
      access,
      sqlOf,
      user,
      callerName,
    }: Pick<BlockOptions, 'user' | 'callerName'> & { readonly access: Access; readonly sqlOf: SqlOfSource | undefined },
    given: readonly SharedRelation[],
  ) {
    this.#source = source;
    this.#access = access;
    this.#sqlOf = sqlOf;
    this.#user = user;
    this.#callerName = () => callerName?.() ?? 'cube';
    this.#given = given;
  }

  get shared(): readonly SharedRelation[] {
    return [...this.#kept.values()].map(({ name, relation }) => ({ name, relation }));
  }

  /** A relation whose pieces are blocks. @param needed columns that somebody reads */
  close(relation: Relation, needed: Needed): Relation {
    return this.#closePart(this.#find(relation, needed), needed);
  }

  #closePart(part: BlockPart, needed: Needed): Relation {
    if (part.kind === 'closed') return part.relation;
    return closeUngrouped(part, needed, this.#filtersOf(part), this.#sourceOf(part));
  }

  /** Every block is made with them. */
  #filtersOf(open: OpenPart) {
    const filters = rowFilters(open, this.#sourceOf(open));
    const names = { bound: this.#user, callerName: this.#callerName };
    requireUser(filters.user, names, open.pieces[0]?.position ?? 0);
    return filters;
  }

  /** A block has one data source: that of its pieces. */
  #sourceOf({ pieces: [first] }: OpenPart): BlockContext {
    const { model } = this.#source;
    return { ...this.#source, sqlOf: first && this.#sqlOf?.(dataSourceOf(model, first.piece)) };
  }

  #find(relation: Relation, needed: Needed): BlockPart {
    switch (relation.kind) {
      case 'piece':
        return openPiece(relation);
      case 'block':
      case 'catalog':
      case 'recursion':
      case 'values':
        return closed(relation);
      case 'function':
        return closed(mapScalarsOf(relation, (one) => this.#scalar(one)));
      case 'shared':
        return this.#findShared(relation);
      case 'filter':
        return this.#findFilter(relation, needed);
      case 'project':
        return this.#findProject(relation, needed);
      case 'aggregate':
        return this.#findAggregate(relation);
      case 'join':
        return this.#findJoin(relation, needed);
      case 'distinct':
        return this.#findDistinct(relation);
      case 'window': {
        const read = relation.calls.flatMap((one) => scalarsIn({ kind: 'window', input: nothing, calls: [one] }));
        const input = this.close(relation.input, withRead(needed, ...read));
        const above = { model: this.#source.model, access: this.#access, shared: this.shared };
        const calls = relation.calls.map((one) => ({
          ...one,
          expression: measureOverRows(one.expression, input, above),
        }));
        return closed(this.#own({ ...relation, input, calls }));
      }
      case 'sort': {
        const input = this.close(relation.input, withRead(needed, ...relation.by.map(({ expression }) => expression)));
        return closed(this.#own({ ...relation, input }));
      }
      case 'limit':
        return closed(this.#own({ ...relation, input: this.close(relation.input, needed) }));
      case 'recursive':
        return closed({
          ...relation,
          left: this.close(relation.left, idsOf(columnsOf(relation.left))),
          right: this.close(relation.right, idsOf(columnsOf(relation.right))),
        });
      case 'set': {
        const left = this.close(relation.left, idsOf(columnsOf(relation.left)));
        const right = this.close(relation.right, idsOf(columnsOf(relation.right)));
        return closed({ ...relation, left, right });
      }
    }
  }

  #findFilter(given: Extract<Relation, { kind: 'filter' }>, needed: Needed): BlockPart {
    const { model, numbers } = this.#source;
    const joined = given.input.kind === 'join' ? joinedByWhere(given, model, numbers, this.#given) : undefined;
    const relation = joined ?? withUserBelow(given, this.#given);
    if (relation.kind !== 'filter') return this.#find(relation, needed);
    const below = withRead(needed, relation.condition);
    const part = this.#find(relation.input, below);
    if (part.kind === 'open' && !hasQuery(relation.condition)) {
      const conditions = conjuncts(overBase(part, relation.condition));
      const kept = part.pieces.length > 1 ? conditions.filter((one) => !isJoinField(one, part.base)) : conditions;
      return { ...part, filters: [...part.filters, ...kept] };
    }
    const input = this.#closePart(part, below);
    if (!hasQuery(relation.condition)) return closed(filterGroups(input, relation.condition, needed));
    return closed({ kind: 'filter', input, condition: this.#scalar(relation.condition) });
  }

  #findProject(relation: Extract<Relation, { kind: 'project' }>, needed: Needed): BlockPart {
    const items = relation.items.filter(({ column }) => needed.has(column.id));
    const below = withRead(new Set(), ...items.map(({ expression }) => expression));
    const part = this.#find(relation.input, below);
    if (part.kind === 'open' && !items.some(({ expression }) => hasQuery(expression))) {
      const columns = items.map(({ column, expression }): [ColumnId, ShownColumn] => [
        column.id,
        { column, expression: overBase(part, expression) },
      ]);
      return { ...part, columns: new Map(columns) };
    }
    const own = items.map((item) => ({ ...item, expression: this.#scalar(item.expression) }));
    return closed(projected(this.#closePart(part, below), own));
  }

  #findAggregate(relation: Extract<Relation, { kind: 'aggregate' }>): BlockPart {
    const { model, numbers } = this.#source;
    const surroundings = { model, numbers, shared: this.#given };
    const over = overInput(relation);
    const tested = groupsTested(over, surroundings);
    if (tested) return this.#find(tested, idsOf(columnsOf(tested)));
    refuseMeasuresInWhere(relation.input, this.#given);
    const valued = measuresAsValues(relation, surroundings);
    if (valued) return this.#find(valued, idsOf(columnsOf(valued)));
    const views = over.input.kind === 'join' ? mergeViews(over, surroundings) : undefined;
    const merged = views ?? moveAboveGroups(relation, over, surroundings);
    if (merged) return this.#find(merged, idsOf(columnsOf(merged)));
    const { input: _, ...grouped } = relation;
    const below = withRead(new Set(), ...scalarsIn({ ...relation, input: nothing }));
    const part = this.#find(withoutOrder(relation.input, relation.calls), below);
    if (part.kind === 'open' && !isCorrelated(part)) {
      const calls = grouped.calls.map((call) => ({
        ...call,
        expression: mapCall(call.expression, (one) => this.#scalar(one)),
      }));
      const block = closeGrouped(part, { ...grouped, calls }, this.#filtersOf(part), this.#sourceOf(part));
      const isOfMeasure = (call: AggregateCall) =>
        takesMeasure(
          mapCall(call, (one) => overBase(part, one)),
          part,
        );
      return closed(block ?? this.#aboveRows(relation, below, part, isOfMeasure));
    }
    return closed(this.#aboveRows(relation, below, part, () => true));
  }

  /** A grouping above the rows of its input. @param isOfMeasure chooses the calls that are computed from values of rows */
  #aboveRows(
    relation: Extract<Relation, { kind: 'aggregate' }>,
    needed: Needed,
    part: BlockPart,
    isOfMeasure: (call: AggregateCall) => boolean,
  ): Relation {
    const areOwnRows = part.kind === 'open' && !isCorrelated(part);
    const grouped = relation.groups.flatMap(({ expression }) =>
      expression.kind === 'column' && !relation.sets ? [expression.column] : [],
    );
    const { model } = this.#source;
    const above = { model, access: this.#access, shared: this.shared, areOwnRows, groupedBy: new Set(grouped) };
    const made = measuresAboveRows(relation.calls, isOfMeasure, this.#closePart(part, needed), above);
    return this.#own({ ...relation, ...made });
  }

  /** DISTINCT over a selection groups by all of its columns. */
  #findDistinct(relation: Extract<Relation, { kind: 'distinct' }>): BlockPart {
    const columns = columnsOf(relation.input);
    const part = this.#find(relation.input, idsOf(columns));
    if (part.kind === 'open' && !relation.on) {
      const inner = columns.map((column) => ({ column, expression: columnScalar(column) }));
      const block = hasMeasure(part)
        ? undefined
        : closeGrouped(part, { groups: inner, calls: [] }, this.#filtersOf(part), this.#sourceOf(part));
      if (block) return closed(block);
    }
    return closed(this.#own({ ...relation, input: this.#closePart(part, idsOf(columns)) }));
  }

  #findJoin(given: Extract<Relation, { kind: 'join' }>, needed: Needed): BlockPart {
    const relation = ofSelections(given);
    const below = withRead(needed, relation.on, ...(relation.isLateral ? scalarsIn(relation.right) : []));
    const [left, right] = [this.#find(relation.left, below), this.#find(relation.right, below)];
    if (left.kind === 'open' && right.kind === 'open' && !relation.isLateral) {
      const joined = joinOpen(left, right, relation, {
        model: this.#source.model,
        access: this.#access,
        needed: below,
      });
      if (joined) return joined;
    } else if (joinsByField(relation)) {
      // The field has no value in groups and in chosen rows: all of them would be joined, or none.
      return refuseFiltered(relation.position);
    }
    const on = relation.on && this.#scalar(relation.on);
    return closed({
      ...relation,
      left: this.#closePart(left, below),
      right: this.#closePart(right, below),
      ...(on ? { on } : {}),
    });
  }

  /** One that is a selection dissolves wherever it is read; others are computed once. */
  #findShared(relation: Extract<Relation, { kind: 'shared' }>): BlockPart {
    const given = this.#given[relation.shared];
    if (!given) throw new Error('a common table expression stands before what reads it');
    const own = columnsOf(given.relation);
    const kept = this.#kept.get(relation.shared);
    if (kept) return closed({ ...relation, shared: kept.number });
    const part = this.#find(given.relation, idsOf(own));
    if (part.kind === 'open') return renamed(part, own, relation.columns, this.#source.numbers);
    const number = this.#kept.size;
    this.#kept.set(relation.shared, { name: given.name, relation: part.relation, number });
    return closed({ ...relation, shared: number });
  }

  /** Finds blocks in the sub-queries of a node's own expressions. */
  #own(relation: Relation): Relation {
    if (!('input' in relation)) return relation;
    const { input } = relation;
    const mapped = mapScalarsOf({ ...relation, input: nothing }, (one) => this.#scalar(one));
    return { ...mapped, input } as Relation;
  }

  #scalar(scalar: Scalar): Scalar {
    if (!hasQuery(scalar)) return scalar;
    return mapScalars(
      scalar,
      (one) => this.#scalar(one),
      (query) => this.close(query, idsOf(columnsOf(query))),
    );
  }
}

const nothing: Relation = { kind: 'values', columns: [], rows: [[]] };
