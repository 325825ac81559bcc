import { choice, either, flag, list, type MappingShape, mapping, ref, type Schema, sql, text } from './schema-of.ts';

const face: Readonly<Record<string, Schema>> = {
  name: { type: 'string', pattern: '^[_a-zA-Z][_a-zA-Z0-9]*$', description: 'As queries and references name it' },
  title: text('As people read it; made from the name without it'),
  description: { type: ['string', 'null'], description: 'What it means, for people and agents' },
  meta: { type: ['object', 'null'], description: 'Keys and values of any kind; metadata shows them as they are' },
  public: flag('false: no query may name it'),
  shown: flag('Older spelling of public'),
  visible: flag('Older spelling of public'),
};

const names = (description?: string): Schema => list({ type: 'string' }, description);
const reference: Schema = { type: 'string', description: 'A member, bare: status, CUBE.status, orders.status' };
const references = (description?: string): Schema => list(reference, description);
const aliases = names('Other names, for people and agents');
const shown: Schema = { description: 'Kept in the metadata, below meta' };
const interval = text('An interval such as 1 month, or 1 year 6 months');
const scalar: Schema = { type: ['string', 'number', 'boolean', 'null'] };
const format: Schema = {
  description:
    'How values are shown: number, percent_1, currency, id, a d3-format or strftime specifier, imageUrl, link',
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

const mask = either('Stands for its values where a policy masks it', scalar, ref('sqlHolder'));
const filled = { type: 'array', minItems: 1 };
const policies: Schema = { ...filled, items: ref('policy'), description: 'Who sees which members and rows of it' };
const groupNames: Schema = {
  description: 'The caller is in one of them; "*" is everybody',
  anyOf: [{ type: 'string' }, { ...filled, items: { type: 'string' } }],
};
/** In YAML, braces without quotes are a mapping of one key. */
const unquoted: Schema = { type: 'object', maxProperties: 1, additionalProperties: { type: 'null' } };
const memberNames: Schema = { anyOf: [{ const: '*' }, { type: 'array', items: { type: 'string' } }] };

/** What the readers of `packages/semantic/src/source` know, by kind of mapping. A test compares the keys. */
export const modelShapes: Readonly<Record<string, MappingShape>> = {
  cube: {
    description: 'A table with a meaning',
    keys: {
      ...face,
      sql: sql('A SELECT that gives the rows'),
      sql_table: sql('The table that gives the rows'),
      sql_alias: text('Prefix of names in generated SQL'),
      data_source: text('A data source of orrery.yml; default without it'),
      extends: text('A cube whose definitions it takes over'),
      joins: list(ref('join')),
      dimensions: list(ref('dimension')),
      measures: list(ref('measure')),
      segments: list(ref('segment')),
      hierarchies: list(ref('hierarchy')),
      pre_aggregations: list(ref('preAggregation')),
      refresh_key: ref('refreshKey', 'When remembered answers become old'),
      calendar: flag('A table of dates that facts are joined to'),
      rewrite_queries: flag('Without effect on the engines there are'),
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
      values: list(scalar, 'Of type switch'),
      multi_stage: flag('Its SQL refers to measures'),
      time_shift: list(ref('calendarShift'), 'Shifts that a calendar knows by a column or by a name'),
      add_group_by: references('What its measures are evaluated by, beside the dimensions of a query'),
      primary_key: flag('Tells rows of the cube apart'),
      format,
      currency: text('A code of ISO 4217'),
      order: choice(['asc', 'desc'], 'How people want it sorted'),
      sub_query: flag('Its SQL refers to measures of a joined cube'),
      propagate_filters_to_sub_query: flag('Filters of the query count inside too'),
      suggest_filter_values: flag('false: its values are not suggested'),
      granularities: list(ref('granularity'), 'Buckets of its own, of a time'),
      latitude: ref('sqlHolder', 'Of type geo'),
      longitude: ref('sqlHolder', 'Of type geo'),
      links: list(ref('link'), 'Addresses its values lead to'),
      key: { ...reference, description: 'The dimension that tells its values apart' },
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
      label: text('As people read it'),
      url: sql('An address with references in it, or SQL that gives one'),
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
      sql: sql('What is aggregated, or an expression over measures'),
      filters: list(ref('sqlHolder'), 'Rows that count: all of the conditions hold'),
      format,
      currency: text('A code of ISO 4217'),
      drill_members: references('What a number is made of'),
      aliases,
      drill_filters: shown,
      cumulative: flag('Metadata say so: values of several buckets must not be added up'),
      mask,
      rolling_window: either('Rows of a window that moves with the bucket of time', ref('rollingWindow'), {
        type: 'null',
      }),
      multi_stage: flag('Computed from what other measures gave'),
      case: either('By the value of a switch', ref('choice'), { type: 'null' }),
      grain: either('What the stage before is grouped by', ref('grain'), { type: 'null' }),
      filter: either('What filters the stage before has', ref('stageFilter'), { type: 'null' }),
      time_shift: list(ref('timeShift')),
      order_by: list(ref('orderBy'), 'Of a rank'),
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
    keys: { sql: { type: ['string', 'integer', 'null'], description: 'Nothing where it is empty' } },
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
    keys: { time_dimension: reference, interval, type: choice(['prior', 'next']), name: text('A shift of a calendar') },
  },
  calendarShift: {
    keys: {
      interval,
      type: choice(['prior', 'next']),
      name: text('Alone with sql, or with the interval and type it stands for'),
      sql: sql('The day whose rows are shown'),
    },
  },
  orderBy: { keys: { sql: sql(), dir: choice(['asc', 'desc']) }, required: ['sql'] },
  segment: {
    description: 'A condition with a name',
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
      sql: sql('Its value tells'),
      timezone: text('The clock of a schedule'),
      immutable: flag('Answers never become old'),
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
      default_filters: list(ref('defaultFilter'), 'That a query has unless it filters the same members'),
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
      alias: text('Stands for the name of the cube'),
      split: flag('Metadata shows the members as a cube of their own'),
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
      unless: names('Members whose filters release it'),
    },
    required: ['member', 'operator'],
  },
  policy: {
    keys: {
      group: groupNames,
      groups: groupNames,
      role: { type: 'string', deprecated: true, description: 'Older spelling of group' },
      conditions: { ...filled, items: ref('policyCondition'), description: 'All of them hold' },
      member_level: ref('policyMembers', 'Members that are shown; all without it'),
      member_masking: ref('policyMembers', 'Members that are shown as their masks'),
      row_level: ref('policyRows', 'Rows that are shown; all without it'),
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
      member: { type: 'string', description: 'Of the same cube or view, without a path' },
      operator: { enum: choice(operators)['enum'] },
      values: {
        description: 'A list of texts, in braces attributes of the caller; or one attribute',
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

/** What editors read to complete and check model files. */
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
