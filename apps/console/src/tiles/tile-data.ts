import type { Unfollowed } from '@orrery/embed';

/** A control that a chart does not follow. */
export interface UnfollowedControl extends Pick<Unfollowed, 'kind' | 'reason'> {
  /** Name with the value, in words. */
  readonly name: string;
}

/** The part of a tile that is shown on top of the page. */
export type TileDialogKind = 'data' | 'full' | 'filters';
