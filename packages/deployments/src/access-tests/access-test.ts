import type { ConfigProblem } from '@orrery/kernel';

type TestPosition = NonNullable<ConfigProblem['at']>;

/** A statement of what a caller must and must not see, from a file of `access_tests/`. */
export interface AccessTest {
  readonly name: string;
  /** The security context of the caller. */
  readonly as: Readonly<Record<string, unknown>>;
  readonly asPlace: TestPosition;
  readonly sees: readonly TestedMember[];
  readonly mustNotSee: readonly TestedMember[];
  readonly queries: readonly QueryTest[];
}

export interface TestedMember {
  readonly name: string;
  readonly place: TestPosition;
}

export interface QueryTest {
  /** The query, as `/v1/load` takes it. */
  readonly query: unknown;
  readonly place: TestPosition;
  readonly expected: Expectation;
}

export type Expectation = { readonly place: TestPosition } & (
  | { readonly kind: 'rows'; readonly rows: readonly ExpectedRow[] }
  | { readonly kind: 'count'; readonly count: number }
  /** A refusal; with a text, its message contains the text. */
  | { readonly kind: 'refused'; readonly text?: string }
);

/** Values as they are in the file. */
export type ExpectedRow = Readonly<Record<string, unknown>>;
