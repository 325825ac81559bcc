import type { DashboardConfig } from '@orrery/contract';
import type { FrozenReport } from './frozen-report.ts';

/** A version of a workbook's dashboard, with everything it shows. It never changes. */
export interface Dashboard extends DashboardVersion {
  readonly deploymentId: number;
  readonly workbookId: number;
  /** The same for all versions. */
  readonly publicId: string;
  /** Whether viewers of embedded content may open it. */
  readonly allowEmbed: boolean;
  readonly config: DashboardConfig;
  /** One copy per report that its charts show, in their order. */
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
  /** The user may be deleted. */
  readonly publishedBy: number | null;
  readonly publishedAt: number;
}

export interface ReportSnapshot extends FrozenReport {
  readonly id: number;
  /** The report may be deleted. */
  readonly reportId: number;
}
