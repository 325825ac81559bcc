import type { MetaCube } from '@orrery/contract';

/** The part of a model that the caller may see: those fields of the body of `/v1/meta` that questions are read with. */
export interface VisibleModel {
  /** The cubes in the order of the model. */
  readonly cubes: readonly VisiblePiece[];
}

/** A cube or a view. */
export interface VisiblePiece {
  readonly name: string;
  readonly title: string;
  readonly type: 'cube' | 'view';
  readonly description?: string | undefined;
  readonly measures: readonly VisibleMeasure[];
  readonly dimensions: readonly VisibleDimension[];
  readonly segments: readonly VisibleFace[];
  /** Dimensions of other cubes that measures may be grouped by. When absent, a question stays within one cube. */
  readonly queryable?: MetaCube['queryable'];
}

export interface VisibleFace {
  /** `orders.net_revenue`. */
  readonly name: string;
  readonly title: string;
  readonly shortTitle: string;
  readonly description?: string | undefined;
  /** The member of a cube that this member of a view shows. */
  readonly aliasMember?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly synonyms?: readonly string[] | undefined;
  /** The `meta` of the model. Its `synonyms`, a list of texts, are other names of the member. */
  readonly meta?: unknown;
}

export interface VisibleMeasure extends VisibleFace {
  readonly type: string;
  readonly aggType: string;
  readonly format?: unknown;
  readonly currency?: string | undefined;
  readonly cumulative?: boolean | undefined;
}

export interface VisibleDimension extends VisibleFace {
  readonly type: string;
  readonly primaryKey?: boolean | undefined;
  readonly suggestFilterValues?: boolean | undefined;
  readonly granularities?: readonly { readonly name: string; readonly title: string }[] | undefined;
}

/** @returns the name of a member without its cube or view */
export function localName(member: string): string {
  return member.slice(member.indexOf('.') + 1);
}

/** @returns the name of the cube or view of a member */
export function ownerOf(member: string): string {
  return member.slice(0, member.indexOf('.'));
}

/** @returns the member that a member of a view stands for, itself otherwise: equal targets are the same definition */
export function targetOf(face: VisibleFace): string {
  return face.aliasMember ?? face.name;
}
