import { sqlCapabilitiesSchema } from '@orrery/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

it('lists what SQL over the model takes, and what the data sources compute', async () => {
  const { status, text } = await service.ask('/cubejs-api/v1/sql-capabilities');
  expect(status).toBe(200);
  const { statements, clauses, functions, operators, types, dataSources } = sqlCapabilitiesSchema.parse(
    JSON.parse(text),
  );
  expect(statements).toContainEqual({ name: 'INSERT', example: expect.any(String), isAnswered: false });
  expect(clauses).toContainEqual(
    expect.objectContaining({ name: 'WITH TIES', instead: expect.stringMatching(/RANK/) }),
  );
  expect(functions.find(({ name }) => name === 'measure')).toMatchObject({ kind: 'aggregate', origin: 'model' });
  expect(operators.find(({ name }) => name === 'ILIKE')?.signatures).toContain('text, text -> bool');
  expect(types).toContainEqual({ name: 'date', shown: 'date', columnType: { Date: false } });
  expect(dataSources).toContainEqual({ name: 'default', engine: 'duckdb', pushesDown: 'statements', not: [] });
});

it('needs the scope sql', async () => {
  await using narrow = await ContractService.open({ environment: { CUBEJS_DEFAULT_API_SCOPES: 'meta,data' } });
  const { status, text } = await narrow.ask('/cubejs-api/v1/sql-capabilities');
  expect([status, JSON.parse(text)]).toEqual([403, { error: 'API scope is missing: sql' }]);
});
