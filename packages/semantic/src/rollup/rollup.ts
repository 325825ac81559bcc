import type { Fragment, Granularity, MemberId, ModelIndex } from '../model/index.ts';
import type { QueryPlan } from '../plan/index.ts';
import type { BoundQuery } from '../query/index.ts';
import type { Zone } from '../time/index.ts';
import type { GroupedRows } from './rows-of-plan.ts';

/** A rollup resolved to what it stores, for one zone. Plain data, except for the model that it was planned over. */
export interface Rollup {
  readonly columns: readonly StoredColumn[];
  readonly measures: readonly StoredMeasure[];
  /** The query whose rows are stored. It has no rules, masks, filters and limit. */
  readonly query: BoundQuery;
  readonly plan: QueryPlan;
  /** Aggregates of its plan over rows of cubes, without those of multiplied rows. */
  readonly parts: readonly GroupedRows[];
  /** The author's SQL that its rows are read by. */
  readonly fragments: readonly Fragment[];
  /** The model without anything that a query made. */
  readonly model: ModelIndex;
}

export type StoredColumn =
  /** The stored value of a dimension, also of a time. */
  | { readonly kind: 'value'; readonly member: MemberId }
  /** Whether a row belongs to the segment. */
  | { readonly kind: 'segment'; readonly member: MemberId }
  | StoredTime;

/** The start of a time's bucket. */
export interface StoredTime {
  readonly kind: 'bucket';
  readonly member: MemberId;
  readonly granularity: Granularity;
  /**
   * `instants`: buckets of an hour or less, as moments of UTC. Otherwise the zone on whose clock they are cut; times that
   * are on the wall clock already have UTC.
   */
  readonly on: 'instants' | Zone;
}

/** One aggregate and how it is stored. */
export interface StoredMeasure {
  readonly member: MemberId;
  readonly stored: 'digits' | 'value' | 'sum-and-count' | 'registers' | 'final';
  /** How parts become a whole: added, the least or greatest again, divided as sums, by register, or not at all. */
  readonly merged: 'added' | 'least' | 'greatest' | 'divided' | 'registers' | 'never';
  /** The value of no rows: an answer without groups has a row even where no stored row passes its conditions. */
  readonly ofNothing: 'zero' | 'null' | 'unknown';
  /** Why its parts cannot be merged. */
  readonly because?: 'not-additive' | 'multiplied' | 'window' | 'stages';
}
