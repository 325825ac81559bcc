import type { ValueType } from '@orrery/semantic';

/** A cube to be written. All texts are final: names are settled, SQL is quoted. */
export interface CubeDraft {
  readonly name: string;
  /** Lines above the cube. */
  readonly comments: readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly source:
    | { readonly kind: 'table'; readonly sql: string }
    | { readonly kind: 'extends'; readonly cube: string };
  readonly dataSource?: string;
  readonly isPublic: boolean;
  readonly joins: readonly JoinDraft[];
  readonly dimensions: readonly DimensionDraft[];
  readonly measures: readonly MeasureDraft[];
}

export interface JoinDraft {
  readonly to: string;
  /** Role of the target row for this row, from the name of the column: `owner` for `owner_id`. */
  readonly role?: string;
  readonly relationship: 'many_to_one' | 'one_to_one' | 'one_to_many';
  readonly sql: string;
  readonly comment?: string;
}

export interface DimensionDraft {
  readonly name: string;
  /** Column of the source. */
  readonly column: string;
  readonly title?: string;
  readonly description?: string;
  readonly sql: string;
  readonly type: ValueType;
  readonly format?: string;
  readonly isPrimaryKey: boolean;
  readonly isPublic: boolean;
  readonly comment?: string;
}

export interface MeasureDraft {
  readonly name: string;
  /** Column of the source; absent for the count of rows. */
  readonly column?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type: 'count' | 'sum' | 'avg';
  readonly sql?: string;
  readonly format?: string;
}

export interface ViewDraft {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inclusions: readonly InclusionDraft[];
}

export interface InclusionDraft {
  readonly path: readonly string[];
  /** Prefix of the names; absent for the root. */
  readonly alias?: string;
  readonly includes: readonly string[];
}
