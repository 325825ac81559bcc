import { Link } from '@tanstack/react-router';
import { shellWords as words } from '../words/shell-words.ts';

interface WorkbookLinkProps {
  readonly report:
    | { readonly id: number; readonly deploymentId: number; readonly workbookId: number | null }
    | undefined;
}

/** Leads from a report to the workbook that it is a tab of. */
export function WorkbookLink({ report }: WorkbookLinkProps) {
  if (!report || report.workbookId === null) return null;
  const { id, deploymentId, workbookId } = report;
  return (
    <Link
      className="button"
      to="/deployments/$deploymentId/workbooks/$workbookId"
      params={{ deploymentId: String(deploymentId), workbookId: String(workbookId) }}
      search={{ report: id }}
    >
      {words.toWorkbook}
    </Link>
  );
}
