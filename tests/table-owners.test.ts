import { expect, it } from 'vitest';
import { productionFiles, readSources, textOf } from './sources.ts';

/**
 * The packages whose code may name a table, in builders and in SQL as text. Another package joins the relations that
 * the owner exports: `relations.ts` and `policies-in-sql.ts` in people, `relations.ts` in deployments.
 */
const owners: Readonly<Record<string, readonly string[]>> = {
  // Every transaction that changes rights locks this row and increases its epoch, which is the store's work.
  account: ['people', 'store'],
  account_user: ['people'],
  agent: ['agents'],
  agent_memory: ['agents'],
  agent_space: ['agents'],
  ai_model: ['agents'],
  ai_usage: ['agents'],
  api_key: ['people'],
  api_key_deployment: ['people'],
  audit_log: ['people'],
  browser_session: ['people'],
  chat_delta: ['agents'],
  chat_image: ['agents'],
  chat_record: ['agents'],
  chat_result: ['agents'],
  chart_palette: ['content'],
  chat_run: ['agents'],
  chat_thread: ['agents'],
  content_favourite: ['content'],
  content_item: ['content'],
  content_view: ['content'],
  custom_role: ['people'],
  dashboard: ['content'],
  dashboard_theme: ['content'],
  dashboard_version: ['content'],
  deployment: ['deployments'],
  deployment_data_source: ['deployments'],
  deployment_number: ['deployments'],
  deployment_secret: ['deployments'],
  deployment_variable: ['deployments'],
  embed_secret: ['people'],
  embed_session: ['people'],
  embed_tenant: ['people'],
  embed_token: ['people'],
  environment_token: ['deployments'],
  evaluation_result: ['agents'],
  evaluation_run: ['agents'],
  folder_ancestor: ['content'],
  group_member: ['people'],
  job: ['store'],
  job_worker: ['store'],
  master_key: ['store'],
  notification: ['content'],
  notification_delivery: ['content'],
  notification_recipient: ['content'],
  notification_run: ['content'],
  oauth_client: ['people'],
  oauth_client_deployment: ['people'],
  oauth_code: ['people'],
  oauth_code_deployment: ['people'],
  oauth_device: ['people'],
  oauth_device_deployment: ['people'],
  oauth_grant: ['people'],
  oauth_grant_deployment: ['people'],
  oauth_secret: ['people'],
  oauth_token: ['people'],
  project_activation: ['deployments'],
  project_upload: ['deployments'],
  project_upload_file: ['deployments'],
  project_upload_piece: ['deployments'],
  project_version: ['deployments'],
  project_version_piece: ['deployments'],
  query_history: ['server'],
  query_history_text: ['server'],
  report: ['content'],
  report_snapshot: ['content'],
  resource_policy: ['people'],
  role_policy: ['people'],
  role_policy_deployment: ['people'],
  sign_in_failure: ['people'],
  sign_in_answer: ['people'],
  sign_in_flow: ['people'],
  sign_in_link: ['people'],
  sign_in_provider: ['people'],
  user_attribute: ['people'],
  user_attribute_value: ['people'],
  user_group: ['people'],
  user_identity: ['people'],
  user_password: ['people'],
  user_preference: ['people'],
  user_role: ['people'],
  workbook: ['content'],
};

const builder =
  /\b(?:selectFrom|\w*[jJ]oin|insertInto|updateTable|deleteFrom|mergeInto|using|table|selectAll)\(\s*\[?\s*'(\w+)/g;
const inText = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?"?([a-z_]+)\b/g;

/** Migrations make the tables, and a backup holds all of them; all other code uses the owner's exports. */
const exempt = /\/migrations\/|\/backup\/|\/database\/(?:database|tables\/[a-z]+-tables)\.ts$/;

const files = productionFiles().filter((file) => !exempt.test(file));

/** @returns the tables that a file names, in calls of the query builder and in templates of SQL */
function tablesIn(text: string): readonly string[] {
  const named = [...text.matchAll(builder)].map(([, table = '']) => table);
  const templates = [...text.matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`/g)].map(([, sql = '']) => sql);
  // A template may begin with the table when the words before it are in another template.
  const leading = templates.flatMap((sql) => /^\s*([a-z_]+) WHERE\b/.exec(sql)?.[1] ?? []);
  const written = templates.flatMap((sql) => [...sql.matchAll(inText)].map(([, table = '']) => table));
  return [...named, ...leading, ...written];
}

it('only the owning packages name tables of the metadata store', () => {
  const reached = files.flatMap((file) => {
    const own = file.split('/')[1] ?? '';
    const foreign = tablesIn(textOf(file)).filter(
      (table) => Object.hasOwn(owners, table) && !owners[table]?.includes(own),
    );
    return foreign.map((table) => `${file} names ${table}`);
  });
  expect(reached).toEqual([]);
});

it('every table has an owner', () => {
  const declared = readSources(productionFiles('packages/store/src/database/tables/*-tables.ts')).flatMap(({ text }) =>
    [...text.matchAll(/^  readonly ([a-z_]+): \w+Table;$/gm)].map(([, table = '']) => table),
  );
  expect(declared.length).toBeGreaterThan(40);
  expect(declared.filter((table) => !Object.hasOwn(owners, table))).toEqual([]);
});

it('finds a table in a builder and in SQL as text', () => {
  expect(tablesIn("db.selectFrom('account_user as u').innerJoin('report', 'a', 'b')")).toEqual([
    'account_user',
    'report',
  ]);
  expect(tablesIn('sql`SELECT 1 FROM dashboard WHERE x`, sql<number>`job WHERE y`')).toEqual(['job', 'dashboard']);
});
