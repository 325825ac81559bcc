import { compileModel, indexModel, openAccess } from '@orrery/semantic';
import { beforeAll } from 'vitest';
import { bindStatement, modelTables } from '../bind/index.ts';
import type { StatementSession, TargetEngine } from '../functions/index.ts';
import { loadParse, type Parse } from '../parse/index.ts';
import { columnsOf, type Relation, type Scalar } from '../relation/index.ts';
import { typeText } from '../types/index.ts';
import { renderScalar } from './scalar.ts';

export const sourceSession: StatementSession = {
  zone: 'Europe/Berlin',
  now: '2024-02-29 23:30:00.000000+00',
  user: 'ann',
  database: 'db',
};

/** The table `t` as a cube. */
export const sourceModel = `
cubes:
  - name: t
    sql_table: t
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: s, sql: s, type: string }
      - { name: u, sql: u, type: string }
      - { name: n, sql: n, type: number }
      - { name: m, sql: m, type: number }
      - { name: b, sql: b, type: boolean }
      - { name: at, sql: at, type: time }
      - { name: other, sql: other, type: time }
    measures:
      - { name: cnt, type: count }
      - { name: total, sql: m, type: sum }
`;

/** Texts, numbers, booleans and times, of which a NULL, an empty text and letters of several scripts. */
export const rows: readonly string[] = [
  `1, 'Straße Ä', 'a', 10, 3, true, timestamp '2024-02-29 23:59:59.5', timestamp '2024-01-31 00:00:00'`,
  `2, '', 'B', -7, 2, false, timestamp '1969-12-31 12:00:00', timestamp '2023-03-26 02:30:00'`,
  `3, 'a%b_c', 'a%b_c', 0.125, -2.5, true, timestamp '2000-01-01 00:00:00', timestamp '1999-12-31 23:00:00'`,
  `4, NULL, NULL, NULL, NULL, NULL, NULL, NULL`,
  `5, '漢字🙂x', 'é', 12345678.5, 7, false, timestamp '2024-12-30 01:02:03.000001', timestamp '2024-12-29 01:02:04'`,
  `6, 'hello', 'HELLO', 1, 1, true, timestamp '2023-12-31 00:00:00', timestamp '2024-05-15 10:20:30'`,
  `7, '  x ', 'x', 2.5, 0.1, NULL, timestamp '2024-03-31 02:30:00', NULL`,
  `8, 'a\\b''"', 'a\\', -2.5, 100, true, timestamp '2024-10-27 02:30:00', timestamp '2024-10-27 02:30:00'`,
  `9, 'Zebra', 'zebra', 3.5, -3, false, timestamp '2021-01-03 23:59:59.999999', timestamp '2020-02-29 12:00:00'`,
];

export interface SourceExpression {
  readonly text: string;
  readonly type: string;
}

/** Renders what a SELECT over columns of `t` says, for the engine of a data source. */
export function useSourceExpressions(): (expression: string, target: TargetEngine) => SourceExpression {
  const index = indexModel(compileModel([{ path: 'model.yml', text: sourceModel }]).build.pieces);
  let parse: Parse;
  beforeAll(async () => {
    parse = await loadParse();
  });
  return (expression, target) => {
    const parsed = parse(`SELECT ${expression} AS v FROM t`);
    const statement = parsed.kind === 'parsed' ? parsed.statements[0] : undefined;
    if (statement?.kind !== 'select') throw new Error(`not a SELECT: ${JSON.stringify(parsed)}`);
    const { relation } = bindStatement(statement.select, modelTables(index, openAccess));
    const { scalar, input } = onlyItem(relation);
    const names = new Map(columnsOf(input).map(({ id, name, type }) => [id, { name, type }]));
    const { text, type } = renderScalar(scalar, {
      target,
      column: (id) => {
        const column = names.get(id);
        if (!column) throw new Error('a column of the table is read');
        return { value: target.stored(column.name, column.type), stored: column.name, isRaw: true };
      },
      query: () => {
        throw new Error('there is no sub-query');
      },
    });
    return { text, type: typeText(type.name) };
  };
}

function onlyItem(relation: Relation): { readonly scalar: Scalar; readonly input: Relation } {
  const [only] = relation.kind === 'project' ? relation.items : [];
  if (relation.kind !== 'project' || !only) throw new Error('one value is selected');
  return { scalar: only.expression, input: relation.input };
}
