import { sql } from 'kysely';

export type ItemColumns = ReturnType<typeof itemColumns>;

/** Columns of `content_item` that sharing reads. @param name of the table in the query */
export function itemColumns(name: string) {
  const column = (one: string) => sql.ref(`${name}.${one}`);
  return {
    id: column('id'),
    kind: column('kind'),
    deployment_id: column('deployment_id'),
    folder_id: column('folder_id'),
    workbook_id: column('workbook_id'),
    owner_id: column('owner_id'),
    general_access: column('general_access'),
  };
}
