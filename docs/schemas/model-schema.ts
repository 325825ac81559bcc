import { choice, either, flag, list, type MappingShape, mapping, ref, type Schema, sql, text } from './schema-of.ts';

const face: Readonly<Record<string, Schema>> = {
  name: { type: 'string', pattern: '^[_a-zA-Z][_a-zA-Z0-9]*$', description: 'The name in queries and references' },
  title: text('Shown to people; derived from the name by default'),
  description: { type: ['string', 'null'], description: 'The meaning, for people and agents' },
  meta: { type: ['object', 'null'], description: 'Keys and values of any kind; metadata shows them unchanged' },
  public: flag('false: queries cannot use it'),
  shown: flag('Older spelling of public'),
  visible: flag('Older spelling of public'),
};

const names = (description?: string): Schema => list({ type: 'string' }, description);
const reference: Schema = {
  type: 'string',
  description: 'A member without braces: status, CUBE.status, orders.status',
};
const references = (description?: string): Schema => list(reference, description);
const aliases = names('Other names, for people and agents');
const shown: Schema = { description: 'Kept in the metadata, below meta' };
const interval = text('An interval such as 1 month, or 1 year 6 months');
const scalar: Schema = { type: ['string', 'number', 'boolean', 'null'] };
const format: Schema = {
  description:
    'Format of the values: number, percent_1, currency, id, a d3-format or strftime specifier, imageUrl, link',
  anyOf: [
    { type: ['string', 'null'] },
    { type: 'object', properties: { type: { const: 'link' }, label: { type: 'string' } } },
  ],
};
const label = either('A text, or SQL', scalar, ref('sqlHolder'));
const operators = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'set',
  'not_set',
  'in_date_range',
  'not_in_date_range',
  'on_the_date',
  'before_date',
  'before_or_on_date',
  'after_date',
  'after_or_on_date',
  'measure_filter',
];

const mask = either('Replaces its values where a policy masks it', scalar, ref('sqlHolder'));
const filled = { type: 'array', minItems: 1 };
const policies: Schema = { ...filled, items: ref('policy'), description: 'Policies: who sees which members and rows' };
const groupNames: Schema = {
  description: 'The caller is in one of these groups; "*" stands for everybody',
  anyOf: [{ type: 'string' }, { ...filled, items: { type: 'string' } }],
};
/** In YAML, braces without quotes are a mapping of one key. */
const unquoted: Schema = { type: 'object', maxProperties: 1, additionalProperties: { type: 'null' } };
const memberNames: Schema = { anyOf: [{ const: '*' }, { type: 'array', items: { type: 'string' } }] };

/** Keys that the readers of `packages/semantic/src/source` accept, by kind of mapping. A test compares them. */
export const modelShapes: Readonly<Record<string, MappingShape>> = {
  cube: {
    description: 'A table with its columns, numbers and joins',
    keys: {
      ...face,
      sql: sql('A SELECT that returns the rows'),
      sql_table: sql('The table with the rows'),
      sql_alias: text('Prefix of names in generated SQL'),
      data_source: text('A data source of orrery.yml; the default is default'),
      extends: text('A cube from which it inherits'),
      joins: list(ref('join')),
      dimensions: list(ref('dimension')),
      measures: list(ref('measure')),
      segments: list(ref('segment')),
      hierarchies: list(ref('hierarchy')),
      pre_aggregations: list(ref('preAggregation')),
      refresh_key: ref('refreshKey', 'When kept answers become outdated'),
      calendar: flag('A table of dates to which facts are joined'),
      rewrite_queries: flag('No effect on the supported engines'),
      access_policy: policies,
    },
    required: ['name'],
  },
  join: {
    description: 'A LEFT JOIN from this cube to another one',
    keys: {
      name: { type: 'string', description: 'The other cube' },
      relationship: choice(
        ['one_to_one', 'has_one', 'one_to_many', 'has_many', 'many_to_one', 'belongs_to'],
        'Read from this cube to the other',
      ),
      sql: sql('{CUBE}.customer_id = {customers.id}'),
    },
    required: ['name', 'relationship', 'sql'],
  },
  dimension: {
    keys: {
      ...face,
      type: choice(['string', 'number', 'boolean', 'time', 'geo', 'switch']),
      sql: sql('An expression over one row'),
      case: either('A value for the first condition that holds, or by the value of a dimension', ref('case'), {
        type: 'null',
      }),
      values: list(scalar, 'The values of a switch'),
      multi_stage: flag('Its SQL refers to measures'),
      time_shift: list(ref('calendarShift'), 'Time shifts of a calendar, by a column or by a name'),
      add_group_by: references('Dimensions by which its measures are evaluated, in addition to those of the query'),
      primary_key: flag('Identifies a row of the cube'),
      format,
      currency: text('A code of ISO 4217'),
      order: choice(['asc', 'desc'], 'Preferred sort order'),
      sub_query: flag('Its SQL refers to measures of a joined cube'),
      propagate_filters_to_sub_query: flag('Filters of the query also apply inside'),
      suggest_filter_values: flag('false: its values are not suggested'),
      granularities: list(ref('granularity'), 'Custom buckets of a time'),
      latitude: ref('sqlHolder', 'Only for type geo'),
      longitude: ref('sqlHolder', 'Only for type geo'),
      links: list(ref('link'), 'Links from its values to pages'),
      key: { ...reference, description: 'The dimension that identifies its values' },
      aliases,
      values_as_segments: shown,
      field_type: shown,
      enable_suggestions: shown,
      mask,
    },
    required: ['name', 'type'],
  },
  case: {
    keys: {
      switch: sql('The dimension whose values are compared'),
      when: list(either(undefined, ref('when'), ref('branch'))),
      else: either(undefined, ref('else'), ref('sqlHolder')),
    },
    required: ['when'],
  },
  when: { keys: { sql: sql('A condition'), label }, required: ['sql', 'label'] },
  else: { keys: { label }, required: ['label'] },
  sqlHolder: { keys: { sql: sql() }, required: ['sql'] },
  granularity: {
    keys: { name: face['name'] ?? {}, title: text(), interval, offset: interval, origin: text('A date'), sql: sql() },
    required: ['name'],
  },
  link: {
    keys: {
      name: face['name'] ?? {},
      label: text('Shown to people'),
      url: sql('An address with references in it, or SQL that returns one'),
      dashboard: text('A dashboard instead of an address'),
      icon: text(),
      target: choice(['blank', 'self']),
      primary: flag(),
      params: list(ref('linkParameter')),
    },
    required: ['name', 'label'],
  },
  linkParameter: { keys: { key: text(), value: sql() }, required: ['key', 'value'] },
  measure: {
    keys: {
      ...face,
      type: choice([
        'count',
        'count_distinct',
        'count_distinct_approx',
        'sum',
        'avg',
        'min',
        'max',
        'number_agg',
        'rank',
        'running_total',
        'number',
        'string',
        'time',
        'boolean',
      ]),
      sql: sql('The expression to aggregate, or an expression over measures'),
      filters: list(ref('sqlHolder'), 'Conditions on the rows that are aggregated; all must hold'),
      format,
      currency: text('A code of ISO 4217'),
      drill_members: references('Members to show for the rows behind a number'),
      aliases,
      drill_filters: shown,
      cumulative: flag('Marks in the metadata that values of several buckets must not be added up'),
      mask,
      rolling_window: either('Aggregates the rows of a window that moves with the time bucket', ref('rollingWindow'), {
        type: 'null',
      }),
      multi_stage: flag('Computed from the results of other measures'),
      case: either('One branch for each value of a switch', ref('choice'), { type: 'null' }),
      grain: either('Grouping of the inner rows', ref('grain'), { type: 'null' }),
      filter: either('Filters of the inner rows', ref('stageFilter'), { type: 'null' }),
      time_shift: list(ref('timeShift')),
      order_by: list(ref('orderBy'), 'Order of a rank'),
      reduce_by: references('Older spelling of grain.exclude'),
      group_by: references('Older spelling of grain.keep_only'),
      add_group_by: references('Older spelling of grain.include'),
    },
    required: ['name', 'type'],
  },
  rollingWindow: {
    keys: {
      type: choice(['fixed', 'to_date', 'year_to_date', 'quarter_to_date', 'month_to_date']),
      trailing: text('An interval, or unbounded'),
      leading: text('An interval, or unbounded'),
      offset: choice(['start', 'end']),
      granularity: text('day, week, month, quarter, year, or one that the time dimension defines'),
    },
  },
  choice: { keys: { switch: sql(), when: list(ref('branch')), else: ref('otherwise') }, required: ['switch', 'when'] },
  otherwise: {
    keys: { sql: { type: ['string', 'integer', 'null'], description: 'No value if empty' } },
    required: ['sql'],
  },
  branch: { keys: { value: scalar, sql: sql() }, required: ['value', 'sql'] },
  grain: { keys: { exclude: references(), keep_only: references(), include: references() } },
  stageFilter: {
    keys: {
      exclude: references(),
      keep_only: references(),
      include: list(ref('memberFilter')),
      mode: choice(['relative', 'fixed']),
    },
  },
  memberFilter: {
    keys: {
      member: reference,
      operator: text(),
      values: list(scalar),
      and: list(ref('memberFilter')),
      or: list(ref('memberFilter')),
    },
  },
  timeShift: {
    keys: {
      time_dimension: reference,
      interval,
      type: choice(['prior', 'next']),
      name: text('The name of a time shift of a calendar'),
    },
  },
  calendarShift: {
    keys: {
      interval,
      type: choice(['prior', 'next']),
      name: text('Used with sql, or with the interval and type it stands for'),
      sql: sql('The day whose rows are shown'),
    },
  },
  orderBy: { keys: { sql: sql(), dir: choice(['asc', 'desc']) }, required: ['sql'] },
  segment: {
    description: 'A named condition on rows',
    keys: { ...face, aliases, sql: sql() },
    required: ['name', 'sql'],
  },
  hierarchy: {
    keys: {
      name: face['name'] ?? {},
      title: text(),
      public: flag(),
      shown: flag(),
      visible: flag(),
      levels: references('Dimensions, the widest first'),
    },
    required: ['name', 'levels'],
  },
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
  view: {
    description: 'A selection of members of cubes, with the join paths fixed',
    keys: {
      ...face,
      extends: text('A view whose inclusions come first'),
      cubes: list(ref('inclusion')),
      dimensions: list(ref('dimension'), 'Made of members of the view, or of cubes by their paths'),
      measures: list(ref('measure'), 'Made of members of the view, or of cubes by their paths'),
      segments: list(ref('segment'), 'Made of members of the view, or of cubes by their paths'),
      folders: list(ref('folder')),
      default_filters: list(
        ref('defaultFilter'),
        'Filters of every query, unless the query filters a member that lifts them',
      ),
      view_group: text(),
      view_groups: names(),
      access_policy: policies,
    },
    required: ['name'],
  },
  inclusion: {
    keys: {
      join_path: { type: 'string', description: 'A cube, or the joins that lead to it: orders.customers' },
      includes: either(
        '"*", or members',
        { const: '*' },
        { type: 'array', items: either(undefined, { type: 'string' }, ref('included')) },
      ),
      excludes: names(),
      prefix: flag('Names begin with the name of the cube'),
      alias: text('Replaces the name of the cube'),
      split: flag('Puts the members into a separate view'),
    },
    required: ['join_path', 'includes'],
  },
  included: {
    keys: {
      name: { type: 'string' },
      alias: text(),
      title: text(),
      description: { type: ['string', 'null'] },
      format,
      meta: { type: ['object', 'null'] },
    },
    required: ['name'],
  },
  folder: {
    keys: {
      name: text(),
      title: text(),
      includes: either(
        '"*", or members, folders and join paths',
        { const: '*' },
        { type: 'array', items: either(undefined, { type: 'string' }, ref('folderPath'), ref('folder')) },
      ),
    },
    required: ['name', 'includes'],
  },
  folderPath: { keys: { join_path: { type: 'string' } }, required: ['join_path'] },
  defaultFilter: {
    keys: {
      member: { type: 'string' },
      operator: choice(operators),
      values: either(undefined, scalar, { type: 'array', items: scalar }),
      unless: names('Members whose filters lift it'),
    },
    required: ['member', 'operator'],
  },
  policy: {
    keys: {
      group: groupNames,
      groups: groupNames,
      role: { type: 'string', deprecated: true, description: 'Older spelling of group' },
      conditions: { ...filled, items: ref('policyCondition'), description: 'All conditions must hold' },
      member_level: ref('policyMembers', 'Members that are shown; all by default'),
      member_masking: ref('policyMembers', 'Members that are shown as their masks'),
      row_level: ref('policyRows', 'Rows that are shown; all by default'),
    },
  },
  policyCondition: {
    keys: {
      if: {
        description: '"{ securityContext.region }", with and, or, not and calls such as .includes("x")',
        anyOf: [{ type: ['string', 'boolean'] }, unquoted],
      },
    },
    required: ['if'],
  },
  policyMembers: { keys: { includes: memberNames, excludes: memberNames }, isFilled: true },
  policyRows: {
    keys: { filters: { ...filled, items: ref('policyFilter') }, allow_all: { const: true } },
    isFilled: true,
  },
  policyFilter: {
    keys: {
      member: { type: 'string', description: 'A member of the same cube or view, without a path' },
      operator: { enum: choice(operators)['enum'] },
      values: {
        description: 'A list of texts, with attributes of the caller in braces; or one attribute',
        anyOf: [
          { ...filled, items: { anyOf: [scalar, unquoted] } },
          { type: ['string', 'number', 'boolean'] },
          unquoted,
        ],
      },
      and: { ...filled, items: ref('policyFilter') },
      or: { ...filled, items: ref('policyFilter') },
    },
  },
  viewGroup: {
    keys: { name: face['name'] ?? {}, title: text(), description: { type: ['string', 'null'] }, views: names() },
    required: ['name'],
  },
};

/** Schema with which editors complete and check model files. */
export function modelSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A file of an Orrery model',
    ...mapping({
      keys: { cubes: list(ref('cube')), views: list(ref('view')), view_groups: list(ref('viewGroup')) },
    }),
    type: ['object', 'null'],
    $defs: Object.fromEntries(Object.entries(modelShapes).map(([name, shape]) => [name, mapping(shape)])),
  };
}
