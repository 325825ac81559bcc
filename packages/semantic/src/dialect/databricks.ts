import type { Dialect } from '../sql/index.ts';
import { spark } from './spark.ts';

/**
 * Databricks SQL, and Databricks Runtime 13.3 or newer with `ansi_mode`. A statement is for the Statement Execution API, which
 * takes values by the names of parameters: `p1`, `p2` and so on. https://docs.databricks.com/sql/language-manual/
 */
export const databricks: Dialect = {
  ...spark,
  name: 'databricks',
};
