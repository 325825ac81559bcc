import type { JsonObject } from '@orrery/kernel';
import type { DashboardConfig } from '@orrery/contract';
import { fieldOf, flag, isAtLeast, json, type Level, readFields, revisionOf, type ValuesOf } from '../item/index.ts';
import { type Dashboard, readConfig } from './dashboard.ts';
import type { WorkbookRow } from './workbook-store.ts';

const fieldIn = fieldOf<WorkbookRow>();

const workbookFields = {
  id: fieldIn('id'),
  deploymentId: fieldIn('deployment_id'),
  /** `null` when in no folder. */
  folderId: fieldIn('folder_id'),
  name: fieldIn('name'),
  meta: fieldIn('meta', json<JsonObject>()),
  /** Calculated fields by the number of a report. */
  calculatedFields: fieldIn('calculated_fields', json<JsonObject>()),
  /** Whether it is one of the caller's favourites. */
  isFavorite: fieldIn('is_favorite', flag),
  createdAt: fieldIn('created_at'),
  updatedAt: fieldIn('updated_at'),
};

/** A workbook of related reports and a dashboard of them, as one user sees it. */
export interface Workbook extends ValuesOf<typeof workbookFields> {
  /** The revision of the draft; `undefined` for users who may not edit. */
  readonly draftRevision: string | undefined;
  /** The user who made the last change; `null` before the first one, and when that user is deleted. */
  readonly changedBy: ItemOwner | null;
  /** `undefined` when the user has just moved it to where they see nothing. */
  readonly level: Level | undefined;
  /** The draft; `null` also for users who may not edit. */
  readonly draft: DashboardConfig | null;
  readonly published: Dashboard | null;
  /** `null` when the owner is deleted. */
  readonly owner: ItemOwner | null;
}

/** Public data of an owner. */
export interface ItemOwner {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly picture: string | null;
}

/** @param level of the caller: only users who may edit get the draft */
export function readWorkbook(row: WorkbookRow, published: Dashboard | null, level: Workbook['level']): Workbook {
  const { dashboard_draft: draft } = row;
  const seesDraft = isAtLeast(level, 'edit');
  return {
    ...readFields(workbookFields, row),
    level,
    draftRevision: seesDraft ? revisionOf(draft) : undefined,
    changedBy: readChanger(row),
    draft: draft !== null && seesDraft ? readConfig(draft) : null,
    published,
    owner: readOwner(row),
  };
}

function readOwner({ owner_id, username, email, given_name, picture }: WorkbookRow): ItemOwner | null {
  if (owner_id === null || username === null) return null;
  return { id: owner_id, username, email, firstName: given_name, picture };
}

function readChanger({ updated_by, changer_username, ...row }: WorkbookRow): ItemOwner | null {
  if (updated_by === null || changer_username === null) return null;
  return {
    id: updated_by,
    username: changer_username,
    email: row.changer_email,
    firstName: row.changer_given_name,
    picture: row.changer_picture,
  };
}
