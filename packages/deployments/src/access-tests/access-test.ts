import type { ConfigProblem } from '@orrery/kernel';

type Place = NonNullable<ConfigProblem['at']>;

/** A statement of what a caller must and must not see, from a file of `access_tests/`. */
export interface AccessTest {
  readonly name: string;
  /** The security context of the caller. */
  readonly as: Readonly<Record<string, unknown>>;
  readonly asPlace: Place;
  readonly sees: readonly NamedMember[];
  readonly mustNotSee: readonly NamedMember[];
  readonly queries: readonly QueryTest[];
}

export interface NamedMember {
  readonly name: string;
  readonly place: Place;
}

export interface QueryTest {
  /** The query, as `/v1/load` takes it. */
  readonly query: unknown;
  readonly place: Place;
  readonly expected: Expectation;
}

export type Expectation = { readonly place: Place } & (
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'count'; readonly count: number }
  /** A refusal; with a text, its message contains the text. */
  | { readonly kind: 'refused'; readonly text?: string }
);

/** Values as they are in the file. */
export type Row = Readonly<Record<string, unknown>>;
