import type { DashboardConfig } from '@orrery/contract';
import type { Dashboard } from './dashboard.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reports that belong together, and a dashboard of them, as somebody may see it. */
export interface Workbook {
  readonly id: number;
  readonly deploymentId: number;
  /** `null`: in no folder. */
  readonly folderId: number | null;
  readonly name: string;
  readonly meta: JsonObject;
  /** By the number of a report. */
  readonly calculatedFields: JsonObject;
  /** What is worked on; `null` also for those who see nothing but what is published. */
  readonly draft: DashboardConfig | null;
  readonly published: Dashboard | null;
  /** Of whoever asks. */
  readonly isFavorite: boolean;
  /** `null`: nobody, whoever made it is gone. */
  readonly owner: ItemOwner | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What everybody may know of whoever owns something. */
export interface ItemOwner {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly picture: string | null;
}
