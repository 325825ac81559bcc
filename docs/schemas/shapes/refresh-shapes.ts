import { choice, flag, list, ref, sql, text, type MappingShape } from '../schema-of.ts';
import { face, interval, names, reference, references } from './common-keys.ts';

/** When data counts as new, and what is aggregated in advance. */
export const refreshShapes: Readonly<Record<string, MappingShape>> = {
  refreshKey: {
    keys: {
      every: text('An interval such as 1 hour, or a cron schedule'),
      sql: sql('A statement whose value changes with the data'),
      timezone: text('The time zone of a schedule'),
      immutable: flag('Answers never become outdated'),
    },
  },
  rollupRefreshKey: {
    keys: {
      every: text(),
      sql: sql(),
      timezone: text(),
      immutable: flag(),
      incremental: flag(),
      update_window: interval,
    },
  },
  preAggregation: {
    description: 'Defined and checked, not built yet',
    keys: {
      name: face['name'] ?? {},
      type: choice(['rollup', 'original_sql', 'rollup_join', 'rollup_lambda', 'auto_rollup']),
      measures: references(),
      dimensions: references(),
      segments: references(),
      time_dimension: reference,
      granularity: text('Built in, or one that the dimension defines'),
      time_dimensions: list(ref('rollupTimeDimension')),
      partition_granularity: choice(['hour', 'day', 'week', 'month', 'quarter', 'year']),
      refresh_key: ref('rollupRefreshKey'),
      scheduled_refresh: flag(),
      build_range_start: ref('sqlHolder'),
      build_range_end: ref('sqlHolder'),
      indexes: list(ref('index')),
      external: flag(),
      use_original_sql_pre_aggregations: flag(),
      allow_non_strict_date_range_match: flag(),
      union_with_source_data: flag(),
      rollups: references(),
      unique_key_columns: names(),
      output_column_types: list(ref('columnType')),
      stream_offset: choice(['earliest', 'latest']),
      read_only: flag(),
      sql_alias: text(),
      time_dimension_reference: { ...reference, deprecated: true, description: 'Former spelling of time_dimension' },
      dimension_references: references('Former spelling of dimensions'),
      measure_references: references('Former spelling of measures'),
      segment_references: references('Former spelling of segments'),
      rollup_references: references('Former spelling of rollups'),
      refresh_range_start: ref('sqlHolder', 'Former spelling of build_range_start'),
      refresh_range_end: ref('sqlHolder', 'Former spelling of build_range_end'),
    },
    required: ['name'],
  },
  rollupTimeDimension: {
    keys: { dimension: reference, granularity: text() },
    required: ['dimension', 'granularity'],
  },
  index: {
    keys: { name: text(), columns: names(), type: choice(['regular', 'aggregate']) },
    required: ['name', 'columns'],
  },
  columnType: { keys: { member: reference, type: text() }, required: ['member', 'type'] },
};
