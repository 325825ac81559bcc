import type { WireResourceOwner, WireWorkbook } from '@orrery/contract';
import type { ItemOwner, Workbook } from '@orrery/content';
import { presentInstant } from '../present-instant.ts';
import { presentDashboard } from './present-dashboard.ts';

export function presentWorkbook(workbook: Workbook): WireWorkbook {
  const { id, deploymentId, folderId, name, meta, calculatedFields, draft, published, isFavorite, owner } = workbook;
  return {
    type: 'WORKBOOK',
    id,
    deploymentId,
    folderId,
    name,
    meta,
    calculatedFields,
    dashboardDraft: draft,
    dashboardPublished: published?.config ?? null,
    publishedDashboard: published && presentDashboard(published),
    isFavorite,
    ...(owner ? { createdBy: owner.id } : {}),
    userId: owner?.id ?? null,
    user: owner && presentItemOwner(owner),
    createdAt: presentInstant(workbook.createdAt),
    updatedAt: presentInstant(workbook.updatedAt),
  };
}

function presentItemOwner({ id, email, username, firstName, picture }: ItemOwner): WireResourceOwner {
  return { id, email: email ?? username, firstName, picture };
}
