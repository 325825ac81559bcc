import type { DashboardConfig } from '@orrery/contract';
import type { FrozenReport } from './frozen-report.ts';

/** A version of the dashboard of a workbook, with everything it shows. It never changes. */
export interface Dashboard extends DashboardVersion {
  readonly deploymentId: number;
  readonly workbookId: number;
  /** The same for all versions. */
  readonly publicId: string;
  /** Viewers of embedded content may open it. */
  readonly allowEmbed: boolean;
  readonly config: DashboardConfig;
  /** One for each report its charts show, in their order. */
  readonly snapshots: readonly ReportSnapshot[];
}

export interface DashboardVersion {
  readonly dashboardId: number;
  readonly versionId: number;
  /** From 1 on. */
  readonly versionNumber: number;
  /** The newest version is published, those before it are archived. */
  readonly status: 'published' | 'archived';
  readonly title: string;
  readonly description: string | null;
  /** May be somebody who is gone. */
  readonly publishedBy: number | null;
  readonly publishedAt: number;
}

export interface ReportSnapshot extends FrozenReport {
  readonly id: number;
  /** May be one that is gone. */
  readonly reportId: number;
}
