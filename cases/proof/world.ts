import type { Expression } from './expression.ts';
import type { Filter, MemberFilter } from './filters.ts';

/** A small model with its data, as plain values: what is written as YAML for the planner, and read by the evaluator. */
export interface World {
  readonly cubes: readonly WorldCube[];
  readonly views: readonly WorldView[];
  /** The table of days, and the column of a cube by which its rows are looked up. */
  readonly calendar?: { readonly cube: string; readonly from: string; readonly column: string };
  /** How the engine writes booleans as texts; absent: false and true. */
  readonly truthTexts?: readonly [string, string];
  /** The world without masks; conditions of masks and row rules are tested on it. */
  readonly real?: World;
  /** The world before the decision which groups show real measures. */
  readonly unsettled?: World;
  /** By the cube or view that is touched or joined. They stay whatever stages and windows do with filters. */
  readonly rules?: ReadonlyMap<string, Filter>;
  /** Cubes that the joins of the question bring in, without those that rules bring in. */
  readonly joined?: readonly string[];
}

/** The mask of a member for an identity. */
export interface WorldMasked {
  /** Rows that have the real value, or groups; absent: none. */
  readonly unless?: Filter;
  /** Absent: NULL. */
  readonly shown?: Expression;
}

export type ValueType = 'string' | 'number' | 'boolean' | 'time';

/** Times are instants (or, where a dimension is truncated, wall clock readings) in milliseconds. */
export type Value = string | number | boolean | null;

export interface WorldCube {
  readonly name: string;
  readonly columns: readonly WorldColumn[];
  /** Values in the order of `columns`. */
  readonly rows: readonly (readonly Value[])[];
  /** Rows behind those, which the SELECT of the cube cuts off in the order of its keys. */
  readonly cutRows?: readonly (readonly Value[])[];
  /** Dimensions, and their columns, whose filters the SELECT of the cube repeats: that changes no answer. */
  readonly pushed?: readonly { readonly dimension: string; readonly column: string }[];
  /** Together, so that what joins them with OR is repeated as well. */
  readonly pushesGroup?: true;
  readonly isCalendar?: boolean;
  readonly joins: readonly WorldJoin[];
  readonly dimensions: readonly WorldDimension[];
  readonly measures: readonly WorldMeasure[];
  readonly segments: readonly WorldSegment[];
}

export interface WorldColumn {
  readonly name: string;
  readonly type: ValueType;
  /** Whether the column has type DATE; its times are midnights. */
  readonly isDay?: true;
  /** Type of a column of numbers where it is not what literals give. The values of a `big` one are texts of equal length. */
  readonly stored?: StoredNumber;
}

/** Numbers of four and of eight bytes, and integers that doubles cannot tell apart. */
type StoredNumber = 'single' | 'double' | 'big';

export type Relationship = 'one_to_one' | 'one_to_many' | 'many_to_one';

export interface WorldJoin {
  readonly to: string;
  readonly relationship: Relationship;
  readonly on: Expression;
}

export interface WorldDimension {
  readonly name: string;
  readonly type: ValueType;
  readonly isKey?: boolean;
  /** Its column is of type DATE: what it holds is what every clock shows. */
  readonly isDay?: true;
  /** A text over a column of another type. */
  readonly textOf?: 'day' | 'number' | 'boolean';
  /** A number whose values are texts of equal length. */
  readonly isBig?: true;
  readonly sql?: Expression;
  readonly case?: { readonly when: readonly WorldBranch[]; readonly otherwise?: string | Expression };
  /** `sql` is over measures of joined cubes, one value per row. */
  readonly isSubQuery?: boolean;
  readonly propagatesFilters?: boolean;
  /** `sql` is over measures, one value per entity: by what the question groups by, and these dimensions in full. */
  readonly entity?: { readonly include: readonly string[] };
  /** It is made of dimensions, one of them with an `entity`. */
  readonly isMultiStage?: true;
  /** The first one decides. */
  readonly masked?: readonly WorldMasked[];
  readonly granularities?: readonly WorldGranularity[];
  /** Values of a switch; rows have no such column. */
  readonly values?: readonly string[];
}

interface WorldBranch {
  readonly condition: Expression;
  readonly label: string | Expression;
}

interface WorldGranularity {
  readonly name: string;
  /** `N unit` */
  readonly interval: string;
  readonly origin?: string;
  /** `N unit` */
  readonly offset?: string;
}

export type Aggregate = 'count' | 'count_distinct' | 'sum' | 'avg' | 'min' | 'max';

export interface WorldMeasure {
  readonly name: string;
  /** `calculated`: over measures. `raw`: an aggregate of the author's own over rows. `stage`: over rows of measures. */
  readonly type: Aggregate | 'calculated' | 'raw' | 'stage';
  readonly sql?: Expression;
  readonly filters?: readonly Expression[];
  readonly stage?: WorldStage;
  /** Window of a calculation: its measures are aggregated over the rows of each window. */
  readonly window?: WorldWindow;
  /** Whether it is the minimum or maximum of times. */
  readonly isTime?: true;
  /** Whether it is the minimum or maximum of integers that doubles cannot tell apart. */
  readonly isBig?: true;
  /** A calculation with a window that is written as a sum: its measures add up. */
  readonly isSumOverWindow?: true;
  /** A calculation that is written as a measure of several stages, and has but one. */
  readonly isMultiStage?: true;
  /** It is nothing but the constant that stands for another one: in every group, whether rows are in it or not. */
  readonly isMask?: true;
  /** Likewise, but of rows. */
  readonly isAggregateMask?: true;
  /** The first one decides. */
  readonly masked?: readonly WorldMasked[];
}

/** Around a bucket: intervals, or `unbounded`; or from the start of a unit, or of a granularity of the time. */
export interface WorldWindow {
  readonly trailing?: string;
  readonly leading?: string;
  readonly offset?: 'start' | 'end';
  readonly toDate?: string;
  /** A running total: only rows of the date range. */
  readonly isOfRange?: true;
}

/** Dimensions are named in full. */
export interface WorldStage {
  /** `number_agg`: an aggregate of the author's own over inner rows. */
  readonly makes: Aggregate | 'number' | 'number_agg' | 'rank';
  readonly exclude?: readonly string[];
  readonly keepOnly?: readonly string[];
  readonly include?: readonly string[];
  readonly filter?: {
    readonly exclude?: readonly string[];
    readonly keepOnly?: readonly string[];
    readonly include?: readonly Filter[];
    readonly mode?: 'fixed' | 'relative';
  };
  readonly shift?: { readonly dimension?: string; readonly interval: string; readonly type: 'prior' | 'next' };
  readonly isDescending?: boolean;
  readonly choice?: WorldChoice;
}

/** By a dimension, a switch or another one, instead of SQL. */
export interface WorldChoice {
  readonly on: string;
  readonly when: readonly { readonly value: string; readonly sql: Expression }[];
  readonly otherwise?: Expression;
}

export interface WorldSegment {
  readonly name: string;
  readonly sql: Expression;
}

export interface WorldView {
  readonly name: string;
  readonly includes: readonly WorldInclusion[];
  readonly defaults?: readonly WorldDefault[];
}

/** A filter on a member of the view, by its name there, unless the question filters one of others. */
interface WorldDefault {
  readonly filter: MemberFilter;
  readonly unless: readonly string[];
}

export interface WorldInclusion {
  /** Cubes from the first to the one whose members are included. */
  readonly path: readonly string[];
  readonly prefix: boolean;
  readonly members: readonly WorldIncluded[];
}

interface WorldIncluded {
  readonly name: string;
  readonly alias?: string;
  /** By policies of the view. */
  readonly masked?: WorldMasked;
}

/** The name a member has in its view. */
export function nameInView(inclusion: WorldInclusion, member: WorldInclusion['members'][number]): string {
  const own = member.alias ?? member.name;
  return inclusion.prefix ? `${inclusion.path.at(-1)}_${own}` : own;
}

/** The type by which its values are read and compared. */
export function typeOfValues({ type, isBig }: Pick<WorldDimension, 'type' | 'isBig'>): string {
  return isBig ? 'big' : type;
}

export function cubeNamed(world: World, name: string): WorldCube {
  const cube = world.cubes.find((one) => one.name === name);
  if (!cube) throw new Error(`no cube ${name}`);
  return cube;
}
