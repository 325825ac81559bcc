import {
  type AggregateFunction,
  type CubeName,
  type Granularity,
  type Join,
  type MemberId,
  type ValueType,
  type Cube,
  LayeredMap,
  type Member,
  type ModelIndex,
  windowed,
} from '../model/index.ts';
import type { RequestedCondition } from './rows/requested-condition.ts';
import type { ContextValues } from './context-values.ts';
import type { BucketRule, Interval, Zone } from '../time/index.ts';
import { operandsIn } from '../query/index.ts';
import type { PlanExpression, PlanCondition } from './plan-expression.ts';

/** A column of a plan, numbered per query from 0. */
export type ColumnId = number & { readonly brand: 'column' };

/**
 * A relation that passes may still rearrange. Settled: names, types, time zone, access, at which grain each measure is
 * aggregated. Open: the shape of the SQL.
 *
 * Rows of cubes are read by `scan` and widened by `join`; expressions over them name dimensions. From `aggregate` and
 * `project` upwards there are only columns.
 */
export type Plan =
  /** `asked`: tests that its rows will have to pass, which its SQL may repeat. */
  | { readonly kind: 'scan'; readonly cube: CubeName; readonly requested: readonly RequestedCondition[] }
  /** Constant rows. */
  | { readonly kind: 'values'; readonly columns: readonly ColumnId[]; readonly rows: readonly (readonly string[])[] }
  /**
   * LEFT JOIN: every row of `left` survives, except where `on` is a window: then it occurs once for each window that
   * contains it. `grain` tells whether it may occur more than once.
   */
  | {
      readonly kind: 'join';
      readonly left: Plan;
      readonly right: Plan;
      readonly on: JoinCondition;
      readonly grain: 'kept' | 'multiplied';
    }
  | {
      readonly kind: 'filter';
      readonly input: Plan;
      readonly where: PlanCondition;
      /** Set when it tests what the input is grouped by, which not every engine allows at the level of the grouping. */
      readonly readsGroups?: true;
    }
  /** One row per combination of `by`; one row in all when `by` is empty and something is taken. */
  | {
      readonly kind: 'aggregate';
      readonly input: Plan;
      readonly by: readonly PlanColumn[];
      readonly take: readonly PlanAggregate[];
    }
  /** Joins relations with the same grouping; NULL matches NULL, a missing group gives NULL. */
  | {
      readonly kind: 'combine';
      readonly inputs: readonly Plan[];
      /** `from[i]` is the column of input i. */
      readonly by: readonly { readonly column: ColumnId; readonly from: readonly ColumnId[] }[];
      /** `others`: the same column in other inputs, where each group is in only one of them. */
      readonly take: readonly {
        readonly column: ColumnId;
        readonly from: ColumnId;
        readonly others?: readonly ColumnId[];
        readonly type: ValueType;
      }[];
    }
  /**
   * Each row with running totals in one direction `along` a column, among rows equal in `within`. `next` is the
   * position of the following row, or the end of time after the last.
   */
  | {
      readonly kind: 'accumulate';
      readonly input: Plan;
      readonly within: readonly PlanColumn[];
      readonly along: ColumnId;
      readonly isBackwards: boolean;
      readonly next: ColumnId;
      readonly take: readonly {
        readonly column: ColumnId;
        readonly function: 'sum' | 'min' | 'max';
        readonly from: ColumnId;
      }[];
    }
  /** Consecutive buckets of time without gaps, with the bounds of the windows around each. */
  | {
      readonly kind: 'series';
      readonly rule: BucketRule;
      readonly extent: SeriesExtent;
      /** The start of the bucket, on the clock. */
      readonly bucket: ColumnId;
      readonly bounds: readonly { readonly column: ColumnId; readonly bound: WindowBound }[];
    }
  | { readonly kind: 'project'; readonly input: Plan; readonly take: readonly PlanColumn[] }
  | {
      readonly kind: 'sort';
      readonly input: Plan;
      readonly by: readonly { readonly column: ColumnId; readonly type: ValueType; readonly isDescending: boolean }[];
    }
  | { readonly kind: 'limit'; readonly input: Plan; readonly limit?: number; readonly offset: number }
  | { readonly kind: 'count'; readonly input: Plan; readonly column: ColumnId };

export type JoinCondition =
  | { readonly kind: 'edge'; readonly join: Join }
  /** Equality with columns of the right side, NULL with NULL; without columns, a cross join. */
  | {
      readonly kind: 'match';
      readonly pairs: readonly { readonly left: PlanExpression; readonly right: ColumnId; readonly type: ValueType }[];
      /** Set when the right side holds a multi-stage dimension's measures, whose columns replace them in its SQL. */
      readonly lookup?: {
        readonly dimension: MemberId;
        readonly measures: readonly { readonly member: MemberId; readonly expression: PlanExpression }[];
        /** The dimension would have a value where its cube has no row. */
        readonly needsRow: boolean;
      };
    }
  /** Equality of a cube's primary key with columns of an aggregate on the other side. */
  | {
      readonly kind: 'key';
      readonly cube: CubeName;
      readonly pairs: readonly { readonly member: MemberId; readonly column: ColumnId }[];
      /** Set when the aggregate holds a sub-query dimension's measures, whose columns replace them in its SQL. */
      readonly lookup?: {
        readonly dimension: MemberId;
        readonly measures: readonly { readonly member: MemberId; readonly expression: PlanExpression }[];
        /** The dimension would have a value where its cube has no row. */
        readonly needsRow: boolean;
      };
    }
  /** `time` of a row lies in `[from, to)` of a series, all of them on the clock; a missing end is open. */
  | { readonly kind: 'window'; readonly time: PlanExpression; readonly from?: ColumnId; readonly to?: ColumnId }
  /** The last accumulated row before `bound` of a series, or the first one from there on when `isBackwards`. */
  | {
      readonly kind: 'reached';
      readonly step: ColumnId;
      readonly next: ColumnId;
      readonly bound: ColumnId;
      readonly isBackwards: boolean;
      /** Columns that must also be equal: the start of the accumulation. */
      readonly since?: { readonly left: ColumnId; readonly right: ColumnId };
    }
  /** The row of a table of days for the day that the joined one is moved to; other columns of its key stay. */
  | {
      readonly kind: 'day';
      readonly cube: CubeName;
      /** The pairs of expressions that are compared: one over the row that is joined already, one over the row to be joined. */
      readonly pairs: readonly { readonly left: PlanExpression; readonly right: PlanExpression }[];
    }
  /** A bucket of a series equals that of the values aggregated along it. */
  | { readonly kind: 'bucket'; readonly series: ColumnId; readonly rolled: ColumnId };

/** Range of bucket numbers under a rule. */
export type SeriesExtent =
  | { readonly kind: 'known'; readonly first: number; readonly count: number }
  /** From the smallest to the largest `bucket` of `input`; `first` and `last` name those two. */
  | {
      readonly kind: 'data';
      readonly input: Plan;
      readonly bucket: ColumnId;
      readonly first: ColumnId;
      readonly last: ColumnId;
    };

/** A moment relative to a bucket, on the clock. */
export type WindowBound =
  /** The start of the bucket, or of the next one, shifted; a day that the month lacks becomes its last day. */
  | { readonly kind: 'moved'; readonly edge: 'start' | 'end'; readonly by: Interval }
  /** The start of the enclosing bucket of another granularity. */
  | { readonly kind: 'start-of'; readonly granularity: Granularity };

export interface PlanColumn {
  readonly column: ColumnId;
  readonly expression: PlanExpression;
  /** The multi-stage measure whose value it is. For explanations. */
  readonly measure?: MemberId;
}

/** How a measure is aggregated over rows. */
export interface PlanAggregate {
  readonly column: ColumnId;
  readonly measure: MemberId;
  /** The measure with filters that read shifted times, where there are any. */
  readonly moved?: MemberId;
  /** `rows`: each row once. `keys`: each primary key once, because the rows are multiplied (counts only). */
  readonly over: 'rows' | 'keys';
  /** `raw`: the author's own aggregate. */
  readonly function: AggregateFunction | 'raw';
  /** The aggregated expression when the input has columns instead of rows of cubes; `raw` contains it. */
  readonly operand?: PlanExpression;
  /** Whether a row may lack the measure's cube, so that an expression must not turn NULL into a value. */
  readonly mayBeUnmatched: boolean;
}

/** Measures of a dimension that a join supplies; their columns replace them in its SQL. */
export function lookupOf(on: JoinCondition) {
  return on.kind === 'key' || on.kind === 'match' ? on.lookup : undefined;
}

/** A column of the answer, with its name for the caller and in the SQL. */
interface PlanOutput {
  readonly column: ColumnId;
  readonly name: string;
  readonly alias: string;
  readonly type: ValueType;
  /** The type of the column's values, as far as it is known. */
  readonly holds: PlanColumnType;
}

/** The type of a column: that of its values, or that its numbers are whole. */
export type PlanColumnType = ValueType | 'integer';

/** A plan with the names of its columns. */
export interface QueryPlan {
  readonly root: Plan;
  /** Column of each output, in select order. */
  readonly outputs: readonly PlanOutput[];
  /** Name of every column, indexed by its id; for people who read the SQL, not unique. */
  readonly columnNames: readonly string[];
  /** Every cube whose rows it reads: those it scans, and those whose source its SQL contains. */
  readonly cubes: readonly CubeName[];
  /** The one data source of all of them. */
  readonly dataSource: string;
  readonly zone: Zone;
  /** See `BoundQuery`, also for the next field. */
  readonly ruleZone: Zone;
  readonly year: number;
  readonly context: ContextValues;
  /** Set where the query sees something else than the model contains. */
  readonly made?: MadeForQuery;
  /** The conditions for the rows or groups that show the real value, by masked member. */
  readonly maskTests: readonly MaskTest[];
}

export interface MaskTest {
  readonly member: MemberId;
  readonly test: PlanCondition;
}

/** The only function that knows which fields hold inputs; walking, finding and rewriting use it. */
export function mapInputs(plan: Plan, change: (input: Plan) => Plan): Plan {
  switch (plan.kind) {
    case 'scan':
    case 'values':
      return plan;
    case 'series': {
      if (plan.extent.kind === 'known') return plan;
      const input = change(plan.extent.input);
      return input === plan.extent.input ? plan : { ...plan, extent: { ...plan.extent, input } };
    }
    case 'join': {
      const [left, right] = [change(plan.left), change(plan.right)];
      return left === plan.left && right === plan.right ? plan : { ...plan, left, right };
    }
    case 'combine': {
      const inputs = plan.inputs.map(change);
      return inputs.every((input, index) => input === plan.inputs[index]) ? plan : { ...plan, inputs };
    }
    case 'filter':
    case 'accumulate':
    case 'aggregate':
    case 'project':
    case 'sort':
    case 'limit':
    case 'count': {
      const input = change(plan.input);
      return input === plan.input ? plan : { ...plan, input };
    }
  }
}

export function inputsOf(plan: Plan): readonly Plan[] {
  const inputs: Plan[] = [];
  mapInputs(plan, (input) => {
    inputs.push(input);
    return input;
  });
  return inputs;
}

/** All nodes of a plan, each after its inputs. */
export function nodesOf(plan: Plan): readonly Plan[] {
  return [...inputsOf(plan).flatMap(nodesOf), plan];
}

/** Expressions that a node computes over its inputs. */
export function expressionsOf(plan: Plan): readonly PlanExpression[] {
  switch (plan.kind) {
    case 'aggregate':
      return [...plan.by.map(({ expression }) => expression), ...plan.take.flatMap(({ operand }) => operand ?? [])];
    case 'project':
      return plan.take.map(({ expression }) => expression);
    case 'accumulate':
      return plan.within.map(({ expression }) => expression);
    case 'filter':
      return operandsIn(plan.where);
    case 'join':
      if (plan.on.kind === 'match') return plan.on.pairs.map(({ left }) => left);
      if (plan.on.kind === 'day') return plan.on.pairs.flatMap(({ left, right }) => [left, right]);
      return plan.on.kind === 'window' ? [plan.on.time] : [];
    case 'scan':
    case 'values':
    case 'combine':
    case 'series':
    case 'sort':
    case 'limit':
    case 'count':
      return [];
  }
}

/** Members and cubes that one query sees in place of those of the model, or in addition. Plain data. */
export interface MadeForQuery {
  readonly members: readonly Member[];
  readonly cubes: readonly Cube[];
}

/** The model as the query sees it. */
export function modelWith(made: MadeForQuery | undefined, model: ModelIndex): ModelIndex {
  if (!made) return model;
  const members = new Map(made.members.map((member) => [member.id, member]));
  const cubes = new Map(made.cubes.map((cube) => [cube.name, cube]));
  return {
    ...model,
    members: new LayeredMap(model.members, members),
    pieces: cubes.size > 0 ? new LayeredMap(model.pieces, cubes) : model.pieces,
  };
}

/** Numbers the columns of one plan. */
export interface PlanColumnNumbers {
  add(name: string): ColumnId;
  readonly names: readonly string[];
}

export function numberColumns(): PlanColumnNumbers {
  return continueColumns([]);
}

/** Continues the numbers of an existing plan. */
export function continueColumns(known: readonly string[]): PlanColumnNumbers {
  const names: string[] = [...known];
  return {
    names,
    add(name) {
      // The brand is only given here, so that every id has a name.
      return (names.push(name) - 1) as ColumnId;
    },
  };
}

/** Column name of a member: `orders__count`. */
export function nameOfMember(member: MemberId): string {
  return (windowed(member)?.leaf ?? member).replace('.', '__');
}

export type AggregatePlan = Extract<Plan, { kind: 'aggregate' }>;

export type SeriesPlan = Extract<Plan, { kind: 'series' }>;
