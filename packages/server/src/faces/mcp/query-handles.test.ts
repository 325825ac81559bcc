import type { Person } from '@orrery/kernel';
import { expect, it } from 'vitest';
import type { McpCaller } from './mcp-caller.ts';
import { QueryHandles } from './query-handles.ts';

const ann: Person = {
  kind: 'person',
  accountId: 1,
  userId: 7,
  username: 'ann',
  email: undefined,
  role: 'admin',
  grants: [],
  deployments: 'all',
};
const token = (securityContext: object, deploymentId = 1): McpCaller => ({
  ...{ kind: 'token', accountId: 1, deploymentId, scopes: new Set(), securityContext: { ...securityContext } },
});
const query = { deploymentId: 1, sql: 'SELECT 1', timezone: undefined };

it('finds a query for its caller alone, whatever the credential', () => {
  const handles = new QueryHandles({ now: () => 1 });
  const handle = handles.keep(ann, query);
  expect(handles.find({ ...ann, role: 'viewer', deployments: new Set([1]) }, handle)?.sql).toBe('SELECT 1');
  const others: readonly McpCaller[] = [{ ...ann, userId: 8 }, { ...ann, accountId: 2 }, token({})];
  expect(others.map((one) => handles.find(one, handle))).toEqual([undefined, undefined, undefined]);
  const ofToken = handles.keep(token({ tenant: 'a', exp: 1 }), query);
  expect(handles.find(token({ exp: 9, tenant: 'a' }), ofToken)?.sql).toBe('SELECT 1');
  const strangers = [token({ tenant: 'b' }), token({ tenant: 'a' }, 2)];
  expect(strangers.map((one) => handles.find(one, ofToken))).toEqual([undefined, undefined]);
});

it('ends handles after an hour', () => {
  let now = 1;
  const handles = new QueryHandles({ now: () => now });
  const handle = handles.keep(ann, query);
  now = 3_600_000;
  expect(handles.find(ann, handle)?.sql).toBe('SELECT 1');
  now = 3_600_002;
  expect(handles.find(ann, handle)).toBe(undefined);
});

it('keeps 50 handles of a caller, the newest ones, whatever others keep', () => {
  const handles = new QueryHandles({ now: () => 1 });
  const ofOther = handles.keep({ ...ann, userId: 8 }, query);
  const kept = Array.from({ length: 60 }, () => handles.keep(ann, query));
  expect(kept.filter((handle) => handles.find(ann, handle))).toEqual(kept.slice(10));
  expect(handles.find({ ...ann, userId: 8 }, ofOther)?.sql).toBe('SELECT 1');
});

it('bounds the memory of a caller, and of all callers of a deployment', () => {
  const handles = new QueryHandles({ now: () => 1 });
  const sql = 'x'.repeat(20_000);
  const ofPerson = handles.keep(ann, query);
  const ofOther = handles.keep(token({ tenant: 'a' }, 2), { ...query, deploymentId: 2 });
  const ofOne = Array.from({ length: 50 }, () => handles.keep(token({}), { ...query, sql }));
  expect(ofOne.filter((handle) => handles.find(token({}), handle)).length).toBe(6);
  const first = ofOne.at(-1) ?? '';
  const tenants = Array.from({ length: 120 }, (_, index) => token({ tenant: index }));
  const kept = tenants.map((caller) => handles.keep(caller, { ...query, sql }));
  const left = tenants.filter((caller, index) => handles.find(caller, kept[index] ?? ''));
  expect([left.length, handles.find(token({}), first)]).toEqual([98, undefined]);
  expect(handles.find(ann, ofPerson)?.sql).toBe('SELECT 1');
  expect(handles.find(token({ tenant: 'a' }, 2), ofOther)?.sql).toBe('SELECT 1');
});
