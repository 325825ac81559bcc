import { EngineError } from '../engine.ts';
import { namesOf } from './statement-names.ts';

/**
 * Functions and views that a read-only transaction allows, and that wait, take locks, end the statements of others, run
 * a text as SQL, reach files and other servers, or show statements, passwords and settings. Most of them need rights
 * that a role for reading does not have.
 */
const NAMES = [
  'pg_sleep\\w*',
  'pg_(?:try_)?advisory_\\w+',
  'pg_(?:terminate|cancel)_backend',
  'pg_(?:reload_conf|rotate_logfile\\w*|promote|notify|switch_wal|export_snapshot|prewarm|config|nextoid)',
  'pg_(?:read|ls|file|logical|logdir|replication|create|drop|copy|sync|backup|start_backup|stop_backup)_\\w+',
  'pg_(?:log|wal|get_wal|clear|restore|control|prepared|show_all|import_system)_\\w+',
  'pg_stat_(?:get|reset|clear|force|progress|statements|monitor|subscription)\\w*',
  'pg_stat_(?:file|activity|replication\\w*|wal_receiver|ssl|gssapi|archiver)',
  'pg_(?:cursors?|user_mappings?|authid|shadow|settings|hba_file_rules|ident_file_mappings)',
  'pg_(?:subscription|largeobject\\w*|db_role_setting|current_logfile|dist_\\w+)',
  'pg_(?:backend_memory_contexts|get_backend_memory_contexts|shmem_allocations\\w*|get_shmem_allocations\\w*)',
  'pg_(?:qualstats|store_plans|wait_sampling)\\w*',
  'user_mapping_options',
  'current_setting|set_config|nextval|setval',
  'lo_(?:import|import_with_oid|export|creat|create|open|close|put|get|from_bytea|unlink|truncate|truncate64)',
  'lo_(?:lseek|lseek64|tell|tell64)|loread|lowrite',
  'dblink\\w*',
  '(?:query|cursor|table|schema|database)_to_xml\\w*',
  'ts_stat|ts_rewrite|crosstab\\w*|connectby|xpath_table',
  'binary_upgrade_\\w+|brin_(?:de)?summarize_\\w+|gin_clean_pending_list|get_raw_page|heap_page_items\\w*',
];
const REACHING = new RegExp(`^(?:${NAMES.join('|')})$`, 'i');

/** Refuses names in the text of a user, wherever they stand in it. @throws EngineError `forbidden` */
export function refuseReach(text: string): void {
  for (const name of namesOf(text)) {
    if (REACHING.test(name)) throw new EngineError('forbidden', new Error(`${name} may not be used`));
  }
}
