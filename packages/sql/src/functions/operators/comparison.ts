import type { DuckDbRendering } from '../entry.ts';
import { each, family, type FunctionRow } from '../family.ts';
import { quotedZone } from '../duckdb/cast.ts';
import { alignBranches } from '../duckdb/numeric.ts';
import { fillTemplate } from '../duckdb/template.ts';

const plain = [
  ...each(
    'bool int2 int4 int8 float4 float8 text name date time timestamp timestamptz interval uuid bytea char oid',
    '$, $ -> bool',
  ),
  ...['int2, int4', 'int2, int8', 'int4, int2', 'int4, int8', 'int8, int2', 'int8, int4'].map(
    (pair) => `${pair} -> bool`,
  ),
  ...['float4, float8', 'float8, float4', 'name, text', 'text, name', 'date, timestamp', 'timestamp, date'].map(
    (pair) => `${pair} -> bool`,
  ),
];

/** The pairs of a moment and a day or wall clock, which is one in the zone of the session. */
const zoned = ['date, timestamptz', 'timestamp, timestamptz', 'timestamptz, date', 'timestamptz, timestamp'].map(
  (pair) => `${pair} -> bool`,
);

function inZone(operator: string): DuckDbRendering {
  return (args, type, session) => {
    const texts = args.map(({ text, type: { name } }) =>
      name === 'timestamptz' ? text : `timezone(${quotedZone(session)}, CAST(${text} AS TIMESTAMP))`,
    );
    return { text: fillTemplate(`$1 ${operator} $2`, texts), type };
  };
}

function numeric(operator: string): DuckDbRendering {
  return (args, type) => ({ text: fillTemplate(`$1 ${operator} $2`, alignBranches(args).texts), type });
}

const operators = ['=', '<>', '<', '<=', '>', '>='];

const rows = operators.flatMap((operator): readonly FunctionRow[] => [
  [operator, plain, `$1 ${operator} $2`],
  [operator, zoned, inZone(operator), { volatility: 'stable' }],
  [operator, 'bpchar, bpchar -> bool', `rtrim($1, ' ') ${operator} rtrim($2, ' ')`],
  [operator, 'numeric, numeric -> bool', numeric(operator)],
  [
    operator,
    'anyarray, anyarray -> bool',
    { cannot: 'arrays are not compared: DuckDB and PostgreSQL differ on NULL items' },
  ],
  // Arrays of the catalogs have no NULL among their items.
  [operator, each('int2vector oidvector oid[] char[] name[]', '$, $ -> bool'), `$1 ${operator} $2`],
  [operator, 'jsonb, jsonb -> bool', { cannot: 'jsonb is not compared' }],
  [operator, 'record, record -> bool', { cannot: 'rows are compared column by column; write the comparison out' }],
]);

const hasNull = (array: string) => `len(list_filter(${array}, lambda _i: _i IS NULL)) > 0`;
const within = (all: string, some: string) => `NOT (${hasNull(some)}) AND list_has_all(${all}, ${some})`;

/** NULL among the items is equal to nothing. */
const sets: readonly FunctionRow[] = [
  ['@>', 'anyarray, anyarray -> bool', within('$1', '$2')],
  ['<@', 'anyarray, anyarray -> bool', within('$2', '$1')],
  ['@> <@', 'jsonb, jsonb -> bool', { cannot: 'jsonb is not compared' }],
  ['&&', 'anyarray, anyarray -> bool', 'list_has_any($1, $2)'],
];

export const comparisonOperators = family([...rows, ...sets]);
