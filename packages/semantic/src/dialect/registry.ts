import { athena } from './athena.ts';
import { bigquery } from './bigquery.ts';
import { clickhouse } from './clickhouse.ts';
import { databricks } from './databricks.ts';
import type { Dialect } from '../sql/index.ts';
import { duckdb } from './duckdb.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { redshift } from './redshift.ts';
import { snowflake } from './snowflake.ts';
import { spark } from './spark.ts';
import { starburst } from './starburst.ts';
import { trino } from './trino.ts';

export const dialects: readonly Dialect[] = [
  duckdb,
  postgres,
  mysql,
  trino,
  clickhouse,
  redshift,
  athena,
  starburst,
  snowflake,
  bigquery,
  spark,
  databricks,
];

export function dialectFor(name: string): Dialect | undefined {
  return dialects.find((dialect) => dialect.name === name);
}
