import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { groupUrn, ScimService, userUrn } from './scim-service.ts';

let scim: ScimService;
let logged = '';

beforeAll(async () => {
  const sink = { write: (line: string) => void (logged += line), flush: () => undefined };
  scim = await ScimService.open('sqlite', { log: createLog({ level: 'info', format: 'json' }, sink).log });
});

afterAll(() => scim?.[Symbol.asyncDispose]());

it('requests of every kind leave a line that they were answered, and no warning', async () => {
  const { id } = await scim.user('ann');
  const group = await scim.ask('POST', '/Groups', { body: { schemas: [groupUrn], displayName: 'Sales' } });
  await scim.list('/Users');
  await scim.get(`/Users/${id}`);
  await scim.ask('PUT', `/Users/${id}`, { body: { schemas: [userUrn], userName: 'ann', displayName: 'Ann' } });
  await scim.patch(`/Groups/${group.body.id}`, { op: 'add', path: 'members', value: [{ value: id }] });
  await scim.ask('POST', '/Users/.search', { body: { filter: 'userName eq "ann"' } });
  await scim.get('/Schemas');
  await scim.get('/Users/missing');
  await scim.ask('DELETE', `/Users/${id}`);
  const lines = logged.split('\n').filter((line) => line.includes('requestId'));
  expect(lines.filter((line) => line.includes('"msg":"answered"')).length).toBe(10);
  expect(lines.filter((line) => !line.includes('"level":"info"'))).toEqual([]);
});
