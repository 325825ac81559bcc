import type { WireWorkspaceFolder, WireWorkspaceReport } from '@orrery/contract';
import type { Folder, Report } from '@orrery/content';
import { presentFolder } from '../folder/present-folder.ts';
import { presentReport } from '../report/present-report.ts';

/** A folder beside workbooks, whose fields clients count on in every row. */
export function presentFolderRow(folder: Folder): WireWorkspaceFolder {
  return { ...presentFolder(folder), meta: {}, calculatedFields: {} };
}

/** A report beside workbooks. */
export function presentReportRow(report: Report): WireWorkspaceReport {
  const { meta, ...row } = presentReport(report);
  return { ...row, meta: meta ?? {}, calculatedFields: {} };
}
