import type { ColumnarRows, CompactRows, Numbers, Query, Row, TimeDimension } from './data-types.ts';

/** Types of values: how rows show a member. */
type MemberType = 'string' | 'number' | 'boolean' | 'time';

/** A model, as `orrery types` writes it: its members by name. */
export interface ModelShape {
  readonly measures: Readonly<Record<string, MemberType>>;
  /** The dimensions that are not times, with their types. */
  readonly dimensions: Readonly<Record<string, MemberType>>;
  /** Dimensions of time, each with its granularities in addition to the built-in ones. */
  readonly times: Readonly<Record<string, string>>;
  readonly segments: string;
}

/** The file that `orrery types` writes adds `model` to this, so that clients know it. */
export interface Register {}

/** A model that nothing is known of: any text may be a member. */
interface UnknownModel {
  readonly isUnknown: true;
}

/** The model of the program, if there is one. */
export type RegisteredModel = Register extends { readonly model: infer Model extends ModelShape }
  ? Model
  : UnknownModel;

type StringKey<Part> = keyof Part & string;
type MemberOf<M extends ModelShape> = StringKey<M['measures']> | StringKey<M['dimensions']> | StringKey<M['times']>;

type UsualGranularity = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

type TimeOf<M extends ModelShape> = {
  readonly [Time in StringKey<M['times']>]: Omit<TimeDimension, 'dimension' | 'granularity'> & {
    readonly dimension: Time;
    readonly granularity?: UsualGranularity | M['times'][Time];
  };
}[StringKey<M['times']>];

type NamedFilter = Extract<NonNullable<Query['filters']>[number], { readonly member: string }>;

type FilterOf<M extends ModelShape> =
  | (Omit<NamedFilter, 'member' | 'per'> & { readonly member: MemberOf<M>; readonly per?: never })
  | (Omit<NamedFilter, 'member' | 'per'> & {
      readonly member: StringKey<M['measures']>;
      readonly per: StringKey<M['dimensions']> | StringKey<M['times']>;
    })
  | { readonly and: readonly FilterOf<M>[] }
  | { readonly or: readonly FilterOf<M>[] };

type SortDirection = 'asc' | 'desc';

type Typed = 'measures' | 'dimensions' | 'timeDimensions' | 'segments' | 'filters' | 'order';

/** A query that names members of a model alone. */
interface ModelQuery<M extends ModelShape> extends Omit<Query, Typed> {
  readonly measures?: readonly StringKey<M['measures']>[];
  readonly dimensions?: readonly (StringKey<M['dimensions']> | StringKey<M['times']>)[];
  readonly timeDimensions?: readonly TimeOf<M>[];
  readonly segments?: readonly M['segments'][];
  readonly filters?: readonly FilterOf<M>[];
  readonly order?:
    | { readonly [Key in MemberOf<M>]?: SortDirection }
    | readonly (readonly [MemberOf<M>, SortDirection])[];
}

/** A query over a model: any query where the model is not known. */
export type QueryOf<M> = M extends ModelShape ? ModelQuery<M> : Query;

type MembersIn<Q, Field> = Field extends keyof Q ? Q[Field] : readonly [];
type Items<List> = List extends readonly (infer Item)[] ? Item : never;

/** Columns of the times of a query: a bucket has two. */
type TimeColumnsOf<Item> = Item extends {
  readonly dimension: infer Time extends string;
  readonly granularity: infer By extends string;
}
  ? Time | `${Time}.${By}`
  : never;

type ColumnNames<Q> =
  | Items<MembersIn<Q, 'measures'>>
  | Items<MembersIn<Q, 'dimensions'>>
  | TimeColumnsOf<Items<MembersIn<Q, 'timeDimensions'>>>;

type MemberValue<Type, N extends Numbers> =
  | (Type extends 'number' ? (N extends 'number' ? number : string) : Type extends 'boolean' ? boolean : string)
  | null;

/** Times, and buckets of them, are texts. */
type ValueOf<Key, M extends ModelShape, N extends Numbers> = Key extends keyof M['measures']
  ? MemberValue<M['measures'][Key], N>
  : Key extends keyof M['dimensions']
    ? MemberValue<M['dimensions'][Key], N>
    : string | null;

/** Whether the fields of a query are only known when the program runs: then the type of its rows is unknown. */
type IsOpen<Q> = undefined extends
  | MembersIn<Q, 'measures'>
  | MembersIn<Q, 'dimensions'>
  | MembersIn<Q, 'timeDimensions'>
  ? true
  : false;

type RowOf<Q, N extends Numbers, M> = M extends ModelShape
  ? IsOpen<Q> extends true
    ? Row<N>
    : { readonly [Key in ColumnNames<Q> & string]: ValueOf<Key, M, N> }
  : Row<N>;

/** The rows that a query is answered with, by its `responseFormat`, its members and their types. */
export type RowsOf<Q, N extends Numbers, M> = Q extends { readonly responseFormat: 'compact' }
  ? CompactRows<N>
  : Q extends { readonly responseFormat: 'columnar' }
    ? ColumnarRows<N>
    : readonly RowOf<Q, N, M>[];
