/** The settings of another profile would cut rows, or answer from a sample, without an error. */
const throwing = [
  'distinct_overflow_mode',
  'group_by_overflow_mode',
  'join_overflow_mode',
  'read_overflow_mode',
  'read_overflow_mode_leaf',
  'result_overflow_mode',
  'set_overflow_mode',
  'sort_overflow_mode',
  'timeout_overflow_mode',
  'timeout_overflow_mode_leaf',
  'transfer_overflow_mode',
];

/**
 * Settings of every request, whatever the profile of the user has: NULL as in the standard, and no type that holds
 * several others. `cast_keep_nullable` and `data_type_default_nullable` let casts to plain types keep NULL.
 */
export const sessionSettings: Readonly<Record<string, string>> = {
  session_timezone: 'UTC',
  join_use_nulls: '1',
  aggregate_functions_null_for_empty: '1',
  transform_null_in: '0',
  group_by_use_nulls: '1',
  cast_keep_nullable: '1',
  data_type_default_nullable: '1',
  union_default_mode: 'DISTINCT',
  use_variant_as_common_type: '0',
  joined_subquery_requires_alias: '0',
  join_default_strictness: 'ALL',
  decimal_check_overflow: '1',
  precise_float_parsing: '1',
  output_format_decimal_trailing_zeros: '1',
  allow_experimental_correlated_subqueries: '1',
  // A branch is computed for the rows of its condition only: errors of others would end statements.
  short_circuit_function_evaluation: 'enable',
  // 26.9 loses the key of a join by an expression when it makes an inner join of an outer one.
  query_plan_convert_outer_join_to_inner_join: '0',
  ...Object.fromEntries(throwing.map((name) => [name, 'throw'])),
  // Otherwise a result is cut, or lacks the rows of a server that is down, without an error.
  limit: '0',
  offset: '0',
  skip_unavailable_shards: '0',
  empty_result_for_aggregation_by_empty_set: '0',
  count_distinct_implementation: 'uniqExact',
  dialect: 'clickhouse',
  enable_positional_arguments: '1',
  prefer_column_name_to_alias: '0',
  date_time_output_format: 'simple',
  allow_introspection_functions: '0',
  max_query_size: String(16 * 1024 * 1024),
  // The form of the answer, and of an error after its first rows.
  output_format_binary_encode_types_in_binary_format: '0',
  output_format_binary_write_json_as_string: '1',
  http_write_exception_in_output_format: '0',
  http_wait_end_of_query: '0',
  send_progress_in_http_headers: '0',
  // A statement whose connection was closed is not computed to its end.
  cancel_http_readonly_queries_on_client_close: '1',
  // The time limit is the time that has passed, and no estimate of it.
  timeout_before_checking_execution_speed: '0',
};

/**
 * Settings of later servers, which older ones refuse and need not have.
 *
 * With several skip indexes on columns of one condition, servers since 25.12 lose rows of `a <> 'x' OR a IS NULL`.
 */
export const laterSettings: Readonly<Record<string, string>> = {
  use_skip_indexes_for_disjunctions: '0',
};
