/** Where a value of the answer comes from: a tree like that of the request. */
export type AnswerNode =
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'value'; readonly key: string; readonly column: string; readonly as: ValueKind }
  | { readonly kind: 'object'; readonly key: string; readonly fields: readonly AnswerNode[] };

/** `number`: with all its digits. `instant`: of a reading of the clock in the zone of the query. */
type ValueKind = 'number' | 'text' | 'instant';

/** A `cube` field: the query that answers it, and the form of its rows. */
export interface PlannedField {
  /** The key in the answer, which may be an alias. */
  readonly key: string;
  /** The parameters in the form of a request of `/v1/load`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly row: readonly AnswerNode[];
}

/** An error as GraphQL writes it. */
export interface WireGraphqlError {
  readonly message: string;
  readonly locations?: unknown;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

export interface PlanRequest extends GraphqlRequest {
  /** Equal for all callers who see the same of a model. */
  readonly schemaKey: string;
  /** The answer of `/v1/meta`, from which the schema is built; absent while the thread may have it. */
  readonly meta?: Uint8Array;
  readonly mayIntrospect: boolean;
}

/** A long answer, to be written in its form. */
export interface WriteRequest {
  /** JSON of `CompactRows`. */
  readonly data: Uint8Array;
  readonly row: readonly AnswerNode[];
  readonly timezone: string;
  /** Bound on the JSON that is written. */
  readonly mostBytes: number;
}

export type WriteOutcome =
  /** JSON in UTF-8. */
  | { readonly kind: 'written'; readonly json: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'too-large' }
  /** A member that is a number in the model has a value that JSON cannot write as one. */
  | { readonly kind: 'no-number'; readonly member: string };

export type PlanAnswer =
  | { readonly kind: 'no-schema' }
  /** A bug of ours. */
  | { readonly kind: 'broken'; readonly message: string }
  /** The document, or what it is given, is wrong; nothing was run. */
  | { readonly kind: 'refused'; readonly errors: readonly WireGraphqlError[] }
  | GraphqlPlan;

export interface GraphqlPlan {
  readonly kind: 'planned';
  /** The names of `data` in their order; introspection is answered in it, as JSON. Those of `fields` are `null`. */
  readonly data: readonly (readonly [key: string, json: string])[];
  readonly fields: readonly PlannedField[];
  /** Whether `data` holds more than names. */
  readonly introspects: boolean;
}
