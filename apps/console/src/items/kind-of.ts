import { workspaceWords as words } from '../words/workspace-words.ts';
import { dashboardOf, type Item } from './item.ts';

/** Names the kind of an item. */
export function kindOf(item: Item): string {
  if (item.type === 'WORKBOOK') return dashboardOf(item) === undefined ? words.workbook : words.withDashboard;
  return item.type === 'FOLDER' ? words.folder : words.report;
}
