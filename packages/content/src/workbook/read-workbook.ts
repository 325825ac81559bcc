import type { Dashboard } from './dashboard.ts';
import { readConfig } from './read-dashboard.ts';
import type { Reader } from '../item/index.ts';
import type { ItemOwner, Workbook } from './workbook.ts';
import type { WorkbookRow } from './workbook-store.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** @param reader only readers who see more than published content get the draft */
export function readWorkbook(row: WorkbookRow, published: Dashboard | null, { sees }: Pick<Reader, 'sees'>): Workbook {
  const { dashboard_draft: draft } = row;
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    folderId: row.folder_id,
    name: row.name,
    meta: JSON.parse(row.meta) as JsonObject, // as it was checked before it was stored
    calculatedFields: JSON.parse(row.calculated_fields) as JsonObject,
    draft: draft === null || sees === 'published' ? null : readConfig(draft),
    published,
    isFavorite: row.is_favorite === 1,
    owner: readOwner(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function readOwner({ owner_id, username, email, given_name, picture }: WorkbookRow): ItemOwner | null {
  if (owner_id === null || username === null) return null;
  return { id: owner_id, username, email, firstName: given_name, picture };
}
