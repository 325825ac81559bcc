import type { Metadata } from '../../packages/deployments/src/open-metadata.ts';

let made = 0;

/** A workbook with a published dashboard in it, written to the store without requests. */
export async function publishDashboard(
  { store: { database }, accountId }: Pick<Metadata, 'store' | 'accountId'>,
  deploymentId = 1,
): Promise<{ readonly id: number; readonly publicId: string; readonly workbookId: number }> {
  made += 1;
  const now = 1;
  const name = `Sales ${made}`;
  const { id: workbookId } = await database
    .insertInto('content_item')
    .values({
      deployment_id: deploymentId,
      kind: 'WORKBOOK',
      folder_id: null,
      workbook_id: null,
      name,
      name_key: name.toLowerCase(),
      owner_id: null,
      updated_by: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const publicId = `dash${String(made).padStart(8, '0')}`;
  const { id } = await database
    .insertInto('dashboard')
    .values({
      account_id: accountId,
      workbook_id: workbookId,
      public_id: publicId,
      allow_embed: 0,
      created_by: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, publicId, workbookId };
}
