import { join } from 'node:path';
import type { ConfigProblem } from '@orrery/kernel';
import { readIfThere } from './read-if-there.ts';

/**
 * Configuration programs of the reference. Some of their settings decide who sees which rows, so ignoring such a file
 * could show rows to the wrong people.
 */
const programs = ['cube.py', 'cube.js', 'cube.ts'];

/**
 * Lists the settings made by programs next to `orrery.yml`, each with the setting to use here. A program without
 * settings is no problem.
 */
export function programProblems(directory: string): readonly ConfigProblem[] {
  return programs.flatMap((program) => {
    const text = readIfThere(join(directory, program));
    return text === undefined || setsNothing(text) ? [] : problemsOf(program, text);
  });
}

function problemsOf(file: string, text: string): readonly ConfigProblem[] {
  const lines = text.split('\n').map(withoutComment);
  const found = Object.entries(places).flatMap(([name, place]) => {
    const line = lines.findIndex((one) => sets(one, name));
    return line < 0 ? [] : [{ name, place, line }];
  });
  if (found.length === 0) {
    const hint = 'Write its settings in orrery.yml and its rules in the model, then remove the file';
    const at = { file, line: 1, column: 1 };
    return [{ message: `'${file}' is not read: nothing of a project runs as a program.`, at, hint }];
  }
  return found
    .toSorted((a, b) => a.line - b.line)
    .map(({ name, place, line }) => {
      const column = Math.max(0, (lines[line] ?? '').search(nameIn(name))) + 1;
      return {
        message: `'${file}' is not read, as nothing of a project runs as a program, and it sets ${name}.`,
        at: { file, line: line + 1, column },
        hint: `${place}. Remove the file when it sets nothing more.`,
      };
    });
}

/** Whether the file holds only comments and the content of a fresh project of the reference. */
function setsNothing(text: string): boolean {
  const code = text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .map(withoutComment)
    .join('\n');
  return /^\s*(?:module\.exports\s*=\s*\{\s*\}\s*;?|from cube import [\w, \t]+)?\s*$/.test(code);
}

/**
 * Removes the comment of a line. A string that contains the start of a comment loses its rest too, which can only hide
 * settings further along the same line.
 */
function withoutComment(line: string): string {
  return line.replace(/(?:^|\s)(?:#|\/\/|\*).*$/, '');
}

function sets(line: string, name: string): boolean {
  return nameIn(name).test(line);
}

/** Matches both letter cases. A name of a single word counts only where a value is assigned to it. */
function nameIn(name: string): RegExp {
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (camel === name) return new RegExp(`(?<=\\.)${name}(?=\\s*=)|\\b${name}(?=\\s*:)|(?<=\\(['"])${name}`);
  return new RegExp(`\\b(?:${name}|${camel})\\b`);
}

const groups =
  'Groups come with users, or with tokens: users and groups in docs/access-policies.md, rules in access_policy of the model';
const tokens = 'Tokens are checked by ORRERY_JWK_URL or ORRERY_JWT_KEY and their kin: Tokens in docs/configuration.md';
const context = 'Put the values into the token, or make them attributes of users: docs/several-customers.md';
const nothing = 'Nothing takes its place, and nothing is lost: ';
const compiled = `${nothing}saved model files are served at once, and a model that reads COMPILE_CONTEXT has a variant for every value`;
const sources = 'Name the database below data_sources in orrery.yml';
const rollups = `${nothing}pre-aggregations are not built yet`;
const noSql = 'Users connect with their API keys and tokens as passwords: docs/postgres-port.md';

/** Settings of Orrery by the reference's names in their Python spelling. */
const places: Readonly<Record<string, string>> = {
  allow_js_duplicate_props_in_schema: `${nothing}a duplicate key is reported`,
  allow_ungrouped_without_primary_key: `${nothing}ungrouped queries need no primary key`,
  api_secret: 'Set ORRERY_API_SECRET',
  base_path: 'Set ORRERY_BASE_PATH',
  cache_and_queue_driver: `${nothing}answers and queues are kept in the process`,
  can_change_user_for_sql_api: noSql,
  can_switch_sql_user: noSql,
  check_auth: tokens,
  check_sql_auth: noSql,
  compiler_cache_size: compiled,
  context_to_api_scopes: 'Set ORRERY_API_SCOPES',
  context_to_app_id: compiled,
  context_to_cube_store_router_id: rollups,
  context_to_data_source_id: sources,
  context_to_groups: groups,
  context_to_orchestrator_id: `${nothing}answers are kept apart by what callers may see; query.concurrency_per_tenant in orrery.yml shares the data source`,
  context_to_permissions: 'Set ORRERY_API_SCOPES',
  context_to_roles: groups,
  db_type: sources,
  default_api_scopes: 'Set ORRERY_API_SCOPES',
  default_timezone: 'Write query.timezone in orrery.yml',
  dev_server: 'Start with --dev',
  dialect_factory: sources,
  driver_factory: sources,
  extend_context: context,
  external_db_type: rollups,
  external_driver_factory: rollups,
  http: 'Set ORRERY_CORS_ORIGINS',
  jwt: tokens,
  logger: 'Set ORRERY_LOG_LEVEL and ORRERY_LOG_FORMAT',
  max_compiler_cache_keep_alive: compiled,
  orchestrator_options: 'Write query.timeout_seconds and query.concurrency in orrery.yml',
  pg_sql_port: 'Set ORRERY_SQL_PORT',
  pre_aggregations_schema: rollups,
  process_subscriptions_interval: 'Set ORRERY_SUBSCRIPTION_INTERVAL_MS',
  query_rewrite: 'Write it as rules below query_rewrite in orrery.yml: docs/access-policies.md',
  query_transformer: 'Write it as rules below query_rewrite in orrery.yml: docs/access-policies.md',
  repository_factory:
    'Write what differs into templates by COMPILE_CONTEXT, or make a deployment for each: docs/several-customers.md',
  scheduled_refresh_contexts: rollups,
  scheduled_refresh_time_zones: rollups,
  scheduled_refresh_timer: rollups,
  schema_path: 'Set CUBEJS_SCHEMA_PATH; without it the folder is model',
  schema_version: compiled,
  sql_password: noSql,
  sql_port: 'Set ORRERY_SQL_PORT',
  sql_user: noSql,
  telemetry: `${nothing}nothing is sent anywhere`,
  update_compiler_cache_keep_alive: compiled,
  web_sockets: 'Set ORRERY_WEB_SOCKETS',
  web_sockets_base_path: 'Set ORRERY_BASE_PATH, below which sockets are served too',
};
