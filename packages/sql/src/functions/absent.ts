/** Functions that PostgreSQL has and no statement may call, by the beginning of their names. */
const absent: readonly (readonly [names: RegExp, reason: string])[] = [
  [/^pg_sleep/, 'it makes a statement wait'],
  [/^pg_(?:read_|ls_|stat_file|file_)|^lo_|^loread$|^lowrite$/, 'it reads or writes files of a server'],
  [
    /^pg_(?:terminate|cancel)_backend|^pg_(?:reload_conf|rotate_logfile|promote|switch_wal|backup)|^pg_wal_|^pg_create_|^pg_drop_|^pg_replication_|^pg_logical_/,
    'it controls a server',
  ],
  [/^pg_(?:try_)?advisory/, 'it takes a lock'],
  [
    /^(?:set_config|setseed|setval|nextval|currval|lastval|pg_notify|pg_export_snapshot|txid_status)$/,
    'it changes the session or the database',
  ],
  [/^(?:dblink|query_to_|table_to_|schema_to_|database_to_|cursor_to_)/, 'it runs a statement of its own'],
  [/^pg_stat_|^pg_control_|^pg_hba_|^pg_ident_|^pg_show_|^pg_config$|^pg_get_shmem/, 'it tells what a server does'],
];

export function absentReason(name: string): string | undefined {
  return absent.find(([names]) => names.test(name))?.[1];
}
