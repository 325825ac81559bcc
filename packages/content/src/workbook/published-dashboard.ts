import { sql } from 'kysely';
import { kindOf, type Writer } from '@orrery/store';
import { workspaceOfAccount } from '../item/index.ts';

/** One of the names by which requests identify a dashboard. */
export type PublishedDashboardName = { readonly id: number } | { readonly publicId: string };

/** Looks in the workspace of the account. @returns its number, locked against deletion within a transaction; `undefined` when the deployment has none */
export async function findPublishedDashboard(
  writer: Writer,
  { accountId, deploymentId }: { readonly accountId: number; readonly deploymentId: number },
  name: PublishedDashboardName,
): Promise<number | undefined> {
  const row = await dashboardsOfAccount(writer, accountId)
    .select('dashboard.id')
    .where('content_item.deployment_id', '=', deploymentId)
    .$if('id' in name, (query) => query.where('dashboard.id', '=', 'id' in name ? name.id : 0))
    .$if('publicId' in name, (query) =>
      query.where('dashboard.public_id', '=', 'publicId' in name ? name.publicId : ''),
    )
    .$if(kindOf(writer) === 'postgres' && writer.isTransaction, (query) =>
      query.modifyEnd(sql`FOR KEY SHARE OF dashboard`),
    )
    .executeTakeFirst();
  return row?.id;
}

/** @returns the deployment whose workspace has the dashboard with this name */
export async function deploymentOfDashboard(
  writer: Writer,
  accountId: number,
  publicId: string,
): Promise<number | undefined> {
  const row = await dashboardsOfAccount(writer, accountId)
    .select('content_item.deployment_id')
    .where('dashboard.public_id', '=', publicId)
    .executeTakeFirst();
  return row?.deployment_id;
}

/**
 * Looks for a dashboard in the workspaces of all accounts, before it is known who wants to see it.
 *
 * @returns the account; `undefined` where none has the dashboard, or several have
 */
export async function accountOfDashboard(writer: Writer, publicId: string): Promise<number | undefined> {
  const [row, ...others] = await writer
    .selectFrom('dashboard')
    .innerJoin('content_item', 'content_item.id', 'dashboard.workbook_id')
    .select('dashboard.account_id')
    .distinct()
    .where('dashboard.public_id', '=', publicId)
    .where('content_item.space', '=', workspaceOfAccount)
    .limit(2)
    .execute();
  return others.length === 0 ? row?.account_id : undefined;
}

/** Selects from the dashboards in the workspace of the account, with their workbooks. */
function dashboardsOfAccount(writer: Writer, accountId: number) {
  return writer
    .selectFrom('dashboard')
    .innerJoin('content_item', 'content_item.id', 'dashboard.workbook_id')
    .where('dashboard.account_id', '=', accountId)
    .where('content_item.space', '=', workspaceOfAccount);
}
