import type { WireProblem, WireReport, WireResourceOwner } from '@orrery/contract';
import { questionFields, type Report, type ReportUser } from '@orrery/content';
import { presentInstant } from '../present-instant.ts';

/** @param problems where one report is shown: why it cannot be answered for the caller */
export function presentReport(report: Report, problems?: readonly WireProblem[]): WireReport {
  const { owner, changedBy, refreshedBy, createdAt, updatedAt, pivotItems, meta, question, ...others } = report;
  const { externalWorkbookId, resultLocation, endResultCell, source, version, revision, ...said } = others;
  return {
    type: 'REPORT',
    ...said,
    ...questionFields(question),
    externalWorkbookId,
    resultLocation,
    endResultCell,
    source,
    version,
    revision,
    meta: meta && { ...meta },
    pivotItems: pivotItems && {
      rows: [...pivotItems.rows],
      columns: [...pivotItems.columns],
      measures: [...pivotItems.measures],
      filters: [...pivotItems.filters],
    },
    userId: owner?.id ?? nobody.id,
    user: presentUser(owner),
    ...(owner ? { createdBy: owner.id } : {}),
    changedBy: changedBy && presentUser(changedBy),
    refreshedBy: refreshedBy?.id ?? null,
    refreshedByUser: presentUser(refreshedBy ?? owner),
    createdAt: presentInstant(createdAt),
    updatedAt: presentInstant(updatedAt),
    ...(problems ? { problems: [...problems] } : {}),
  };
}

/** Owner shown for a report whose owner is deleted: clients require an owner. */
const nobody: WireResourceOwner = { id: 0, email: '', firstName: null, picture: null };

function presentUser(user: ReportUser | null): WireResourceOwner {
  if (!user) return { ...nobody };
  const { id, username, email, firstName, picture } = user;
  return { id, email: email ?? username, firstName, picture };
}
