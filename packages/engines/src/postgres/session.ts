import type { PostgresSettings } from './postgres-settings.ts';

/** The statement of the pipeline. */
export interface PipelineStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** Standbys refuse stricter isolation, and one statement sees one snapshot in any case. */
export const begin: PipelineStatement = { text: 'BEGIN ISOLATION LEVEL READ COMMITTED, READ ONLY', values: [] };

/** Undoes whatever the statement changed for its session: settings, and locks that outlive a transaction. */
export const restore: readonly PipelineStatement[] = [
  { text: 'ROLLBACK', values: [] },
  { text: 'SELECT pg_advisory_unlock_all()', values: [] },
];

/**
 * Sets the format of values and the timeout of the statement, for this transaction only, so that neither the role's
 * settings nor an earlier statement change the values we read. A shorter timeout of the role stays.
 */
export function transactionSettings({ timeoutMs, searchPath }: PostgresSettings): PipelineStatement {
  const path = searchPath.map((schema) => `"${schema.replaceAll('"', '""')}"`).join(', ');
  const ours = `'${timeoutMs}ms'`;
  return {
    text: `SELECT set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
      set_config('IntervalStyle', 'iso_8601', true), set_config('bytea_output', 'hex', true),
      set_config('extra_float_digits', '1', true), set_config('standard_conforming_strings', 'on', true),
      set_config('statement_timeout', CASE WHEN current_setting('statement_timeout')::interval BETWEEN interval '1ms' AND interval ${ours}
        THEN current_setting('statement_timeout') ELSE ${ours} END, true)${path === '' ? '' : ", set_config('search_path', $1, true)"}`,
    values: path === '' ? [] : [path],
  };
}
