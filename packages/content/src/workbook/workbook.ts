import type { DashboardConfig } from '@orrery/contract';
import type { Dashboard } from './dashboard.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A workbook of related reports and a dashboard of them, as one user sees it. */
export interface Workbook {
  readonly id: number;
  readonly deploymentId: number;
  /** `null` when in no folder. */
  readonly folderId: number | null;
  readonly name: string;
  readonly meta: JsonObject;
  /** Calculated fields by the number of a report. */
  readonly calculatedFields: JsonObject;
  /** The draft; `null` also for users who only see published content. */
  readonly draft: DashboardConfig | null;
  readonly published: Dashboard | null;
  /** Whether it is one of the caller's favourites. */
  readonly isFavorite: boolean;
  /** `null` when the owner is deleted. */
  readonly owner: ItemOwner | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Public data of an owner. */
export interface ItemOwner {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly picture: string | null;
}
