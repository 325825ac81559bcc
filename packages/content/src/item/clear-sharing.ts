import { clearPolicies } from '@orrery/people';
import type { Writer } from '@orrery/store';
import { itemKinds, sharedAs } from './level.ts';
import type { ContentScope } from './content-rights.ts';

/** Removes what policies say about the items and dashboards of a deployment, which are deleted with its row. */
export async function clearSharing(writer: Writer, { accountId, deploymentId }: ContentScope): Promise<void> {
  const types = itemKinds.map((kind) => sharedAs[kind].type);
  const items = writer.selectFrom('content_item').select('id').where('deployment_id', '=', deploymentId);
  await clearPolicies(writer, accountId, types, items);
  const dashboards = writer.selectFrom('dashboard').select('id').where('workbook_id', 'in', items);
  await clearPolicies(writer, accountId, ['Dashboard'], dashboards);
}
