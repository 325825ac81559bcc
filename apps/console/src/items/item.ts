import type { PlatformAnswer } from '@orrery/client';
import type { ShareableItem } from '../share/sharing.ts';

export type Item = PlatformAnswer<'workspaceObjects'>['items'][number];

const types = { FOLDER: 'Folder', WORKBOOK: 'Workbook', REPORT: 'Report' } as const;

export function itemName(item: Item): string {
  return item.name ?? '';
}

/** An item as the share dialog takes it. */
export function sharedOf(item: Item, deploymentId: number): ShareableItem {
  const shared = { type: types[item.type], id: item.id, name: itemName(item) };
  return item.type === 'WORKBOOK' ? { ...shared, deploymentId } : shared;
}

/** The published dashboard of a workbook, by the id in its address. */
export function dashboardOf(item: Item): string | undefined {
  return item.type === 'WORKBOOK' ? item.publishedDashboard?.publicId : undefined;
}
