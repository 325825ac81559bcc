import type { WireWorkspaceFolder, WireWorkspaceReport } from '@orrery/contract';
import type { Folder, Report } from '@orrery/content';
import { presentFolder } from '../folder/present-folder.ts';
import { presentReport } from '../report/present-report.ts';

/** Presents a folder in a list with workbooks, whose fields clients expect in every row. */
export function presentFolderRow(folder: Folder): WireWorkspaceFolder {
  return { ...presentFolder(folder), meta: {}, calculatedFields: {} };
}

/** Presents a report in a list with workbooks. */
export function presentReportRow(report: Report): WireWorkspaceReport {
  const { meta, ...row } = presentReport(report);
  return { ...row, meta: meta ?? {}, calculatedFields: {} };
}
