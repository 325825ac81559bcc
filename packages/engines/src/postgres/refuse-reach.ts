import { EngineError } from '../engine.ts';

/**
 * Functions and views that a read-only transaction allows, and that wait, take locks, end the statements of others, run
 * a text as SQL, reach files and other servers, or show the statements and passwords of others. Most of them need rights
 * that a role for reading does not have.
 */
const NAMES = [
  'pg_sleep\\w*',
  'pg_(?:try_)?advisory_\\w+',
  'pg_(?:terminate|cancel)_backend',
  'pg_(?:reload_conf|rotate_logfile|promote|notify|switch_wal|export_snapshot|stat_file|stat_reset\\w*)',
  'pg_(?:read|ls|file|logical|replication|create|drop|backup|start_backup|stop_backup)_\\w+',
  'pg_(?:stat_activity|stat_get_activity|stat_statements|prepared_statements|cursors|user_mappings?|authid|shadow)',
  'user_mapping_options',
  'lo_(?:import|export|creat|create|open|put|get|from_bytea|unlink|truncate|lseek)\\w*|loread|lowrite',
  'dblink\\w*',
  'set_config|nextval|setval',
  '(?:query|cursor|table|schema|database)_to_xml\\w*',
  'ts_stat|ts_rewrite|crosstab\\w*|connectby|xpath_table',
];
const REACHING = new RegExp(`(?<![\\w$])(?:${NAMES.join('|')})(?![\\w$])`, 'i');
/** Names whose letters are written as numbers. */
const ESCAPED_NAME = /\bu&"/i;

/** Refuses names in the text of a user, wherever they stand in it. @throws EngineError `forbidden` */
export function refuseReach(text: string): void {
  const [found] = REACHING.exec(text) ?? ESCAPED_NAME.exec(text) ?? [];
  if (found !== undefined) throw new EngineError('forbidden', new Error(`${found} may not be used`));
}
