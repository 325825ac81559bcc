import type { CubeName, MemberId } from './fragment.ts';

/** Properties of a member for people. */
export interface MemberFace {
  readonly id: MemberId;
  /** Name without the cube: `count`. */
  readonly name: string;
  /** Cube title and member title: `Orders Count`. */
  readonly title: string;
  readonly shortTitle: string;
  readonly description?: string;
  readonly meta?: unknown;
  /** Other names, for people and agents. */
  readonly aliases?: readonly string[];
  /** Whether a query may name it. */
  readonly isPublic: boolean;
}

export type Format =
  | string
  | { readonly type: 'link'; readonly label: string }
  | { readonly type: 'custom-numeric'; readonly value: string; readonly alias?: string }
  | { readonly type: 'custom-time'; readonly value: string };

/**
 * A member of a view: a member of another cube, reached by exactly this path; the first cube is the root, the last one
 * the owner.
 */
export interface Alias {
  readonly kind: 'alias';
  readonly member: MemberId;
  readonly path: readonly CubeName[];
}

export type CaseValue =
  | { readonly type: 'string' | 'number'; readonly text: string }
  | { readonly type: 'boolean'; readonly isTrue: boolean };
