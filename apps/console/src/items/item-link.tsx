import { Link } from '@tanstack/react-router';
import { dashboardOf, type Item, itemName } from './item.ts';

interface ItemLinkProps {
  readonly item: Item;
  /** Viewers have dashboards only. */
  readonly isForViewer: boolean;
}

/** Leads to what an item is: its folder, its workbook or dashboard, its report. */
export function ItemLink({ item, isForViewer }: ItemLinkProps) {
  const { deploymentId, id } = item;
  const of = { deploymentId: String(deploymentId) };
  const name = itemName(item);
  if (item.type === 'FOLDER') {
    return (
      <Link to="/deployments/$deploymentId/folders/$folderId" params={{ ...of, folderId: String(id) }}>
        {name}
      </Link>
    );
  }
  if (item.type === 'REPORT') {
    return (
      <Link to="/explore" search={{ deployment: deploymentId, report: id }}>
        {name}
      </Link>
    );
  }
  const publicId = dashboardOf(item);
  if (isForViewer && publicId !== undefined) {
    return (
      <Link to="/dashboards/$publicId" params={{ publicId }}>
        {name}
      </Link>
    );
  }
  return (
    <Link to="/deployments/$deploymentId/workbooks/$workbookId" params={{ ...of, workbookId: String(id) }}>
      {name}
    </Link>
  );
}
