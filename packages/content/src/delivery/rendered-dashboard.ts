import type { QueryTable } from '../query/index.ts';

/** A published dashboard as one person sees it. */
export interface RenderedDashboard {
  readonly title: string;
  readonly description: string | null;
  readonly parts: readonly RenderedPart[];
  /** The dashboard has controls whose start values only the dashboard itself knows. */
  readonly hasControls: boolean;
}

/** What one report of the dashboard became. */
export type RenderedPart =
  | { readonly kind: 'table'; readonly title: string; readonly table: QueryTable }
  /** Cannot be shown in a mail, or not to this person. */
  | { readonly kind: 'left-out'; readonly title: string; readonly reason: string }
  /** Could not be read now. */
  | { readonly kind: 'failed'; readonly title: string; readonly reason: string };
