import type { QueryTable } from '../query/index.ts';

/** A published dashboard as one person sees it. */
export interface RenderedDashboard {
  readonly title: string;
  readonly description: string | null;
  readonly parts: readonly RenderedPart[];
  /** Whether the dashboard has controls, whose initial values only the dashboard itself knows. */
  readonly hasControls: boolean;
}

/** The result of one report of the dashboard. */
export type RenderedPart =
  | { readonly kind: 'table'; readonly title: string; readonly table: QueryTable }
  /** The report cannot be shown in a mail, or not to this person. */
  | { readonly kind: 'left-out'; readonly title: string; readonly reason: string }
  /** The report could not be read now. */
  | { readonly kind: 'failed'; readonly title: string; readonly reason: string };
