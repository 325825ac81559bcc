import { expect, it } from 'vitest';
import { type ParameterName, type TypeName } from '../types/index.ts';
import { usePostgres } from '../types/postgres-for-test.ts';
import { useDuckDb } from './duckdb-for-test.ts';
import { renderForTest } from './expression-for-test.ts';
import { allEntries, type FunctionEntry, isCannot, renderCast, type Rendered } from './index.ts';
import { answer, sessionForTest, type TestTable } from './prove-for-test.ts';

const postgres = usePostgres();
const duckdb = useDuckDb();

/** A value of each type, as PostgreSQL reads it. */
const values: Readonly<Partial<Record<TypeName, string>>> = {
  bool: 'true',
  int2: '2',
  int4: '2',
  int8: '2',
  numeric: '2.5',
  float4: '0.5',
  float8: '0.5',
  text: 'ab',
  varchar: 'ab',
  bpchar: 'ab',
  name: 'ab',
  date: '2024-02-29',
  time: '10:20:30',
  timestamp: '2024-02-29 10:20:30',
  timestamptz: '2024-02-29 10:20:30+00',
  interval: '1 mon 2 days',
  'int4[]': '{1,2}',
  'text[]': '{a,b}',
};

/** A type for each parameter that takes several. */
const chosen: Readonly<Record<string, TypeName>> = {
  any: 'text',
  anyelement: 'int4',
  anynonarray: 'int4',
  anycompatible: 'int4',
  anycompatiblenonarray: 'int4',
  anyarray: 'int4[]',
  anycompatiblearray: 'int4[]',
};

const typeOf = (parameter: ParameterName): TypeName => chosen[parameter] ?? (parameter as TypeName);
const columnOf = (type: TypeName, isNull: boolean) => `${isNull ? 'n' : 'v'}_${type.replace('[]', '_list')}`;
const names = Object.keys(values) as TypeName[];

/** Columns with a value, and columns that are NULL. */
function table(): TestTable {
  const columns = names.flatMap((type) => [false, true].map((isNull) => ({ type, isNull, text: values[type] ?? '' })));
  const theirs = columns.map(
    ({ type, isNull, text }) => `CAST(${isNull ? 'NULL' : `'${text}'`} AS ${type}) AS ${columnOf(type, isNull)}`,
  );
  const ours = columns.map(({ type, isNull, text }) => {
    const value: Rendered = isNull
      ? { text: 'NULL', type: { name: 'unknown' }, constant: null }
      : { text: `'${text}'`, type: { name: 'unknown' }, constant: text };
    const cast = renderCast(value, { name: type }, sessionForTest);
    if (isCannot(cast)) throw new Error(cast.cannot);
    return { sql: `${cast.text} AS ${columnOf(type, isNull)}`, scale: cast.scale };
  });
  return {
    postgres: `FROM (SELECT ${theirs.join(', ')}) AS given`,
    duckdb: `FROM (SELECT ${ours.map(({ sql }) => sql).join(', ')}) AS given`,
    columns: new Map(
      columns.map(({ type, isNull }, index) => {
        const scale = ours[index]?.scale;
        const name = columnOf(type, isNull);
        return [name, { text: name, type: { name: type }, ...(scale ? { scale } : {}) }];
      }),
    ),
  };
}

interface Call {
  readonly entry: FunctionEntry;
  readonly expression: string;
}

/** Each function with NULL at each of its positions, as a column and as a constant. */
function calls(): readonly Call[] {
  const scalar = allEntries().functions.filter(
    ({ kind, volatility }) => kind === 'scalar' && volatility !== 'volatile',
  );
  return scalar.flatMap((entry) => {
    const types = entry.parameters.map((one) => typeOf(one.replace('...', '') as ParameterName));
    if (types.length === 0 || types.some((type) => values[type] === undefined)) return [];
    return types.flatMap((_, position) =>
      ['column', 'constant'].map((form): Call => {
        const args = types.map((type, index) => {
          if (index !== position) return form === 'column' ? columnOf(type, false) : `'${values[type]}'::${type}`;
          return form === 'column' ? columnOf(type, true) : `NULL::${type}`;
        });
        const call = `${entry.name}(${args.join(', ')})`;
        const isArray = entry.result.endsWith('[]') || entry.result.includes('array');
        return { entry, expression: isArray ? `array_to_string(${call}, ',', '<null>')` : call };
      }),
    );
  });
}

async function truthOf(expression: string, given: TestTable): Promise<string | null> {
  const sql = `SELECT CAST(${expression} AS text) ${given.postgres}`;
  return postgres.ask(sql).then(
    ([row]) => row?.[0] ?? null,
    () => 'error',
  );
}

it('every function has for NULL, at each position, what PostgreSQL has', async () => {
  const given = table();
  const compared: string[] = [];
  const differences: unknown[] = [];
  for (const { entry, expression } of calls()) {
    try {
      renderForTest(expression, sessionForTest, given.columns);
    } catch {
      continue; // refused by name
    }
    if (!entry.isStrict && entry.origin !== 'postgresql') continue;
    const theirs = entry.isStrict ? null : await truthOf(expression, given);
    const ours = await answer(expression, duckdb, { table: given }).then(
      ({ value }) => value,
      (error: Error) => (theirs === 'error' ? 'error' : error.message),
    );
    compared.push(expression);
    if (ours !== theirs) differences.push({ expression, ours, theirs });
  }
  expect(differences).toEqual([]);
  expect(compared.length).toBeGreaterThan(400);
});
