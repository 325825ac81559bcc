import type { WireWorkbook } from '@orrery/contract';
import type { ContentRights, Workbook } from '@orrery/content';
import { presentInstant } from '../present-instant.ts';
import { presentDashboard } from './present-dashboard.ts';
import { presentItemOwner } from './present-item-owner.ts';

export function presentWorkbook(workbook: Workbook, rights: Pick<ContentRights, 'mayAskSources'>): WireWorkbook {
  const { level, draft, draftRevision, published, owner, changedBy, createdAt, updatedAt, ...shown } = workbook;
  return {
    type: 'WORKBOOK',
    ...shown,
    ...(level ? { access: level } : {}),
    dashboardDraft: draft,
    ...(draftRevision === undefined ? {} : { draftRevision }),
    dashboardPublished: published?.config ?? null,
    publishedDashboard: published && presentDashboard(published, rights),
    ...(owner ? { createdBy: owner.id } : {}),
    userId: owner?.id ?? null,
    user: owner && presentItemOwner(owner),
    changedBy: changedBy && presentItemOwner(changedBy),
    createdAt: presentInstant(createdAt),
    updatedAt: presentInstant(updatedAt),
  };
}
