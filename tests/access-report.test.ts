import { accessReportsSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../packages/kernel/src/caller/audit-actor.ts';
import { createLog } from '../packages/cli/src/log/create-log.ts';
import type { Role } from '../packages/kernel/src/caller/role.ts';
import { peopleModel } from './attacks/people-project.ts';
import { GuardedService, inGroups } from './guarded-service.ts';

const policies = [
  {
    group: 'eu',
    member_level: { includes: ['name', 'region', 'count'] },
    row_level: { filters: [{ member: 'region', operator: 'equals', values: ['EU'] }] },
  },
  { group: 'admin' },
];

let service: GuardedService;
const keys = new Map<Role, string>();
const logged: string[] = [];

beforeAll(async () => {
  const sink = { write: (line: string) => void logged.push(line), flush: () => undefined };
  const { log } = createLog({ level: 'info', format: 'json' }, sink);
  service = await GuardedService.open({ model: peopleModel(policies) }, { log });
  const { changes, accountId, users, apiKeys } = service.served.composition.metadata;
  for (const role of ['admin', 'developer', 'explorer', 'viewer'] as const) {
    const user = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      users.create(change, { username: role, role }),
    );
    const made = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: user.id, name: 'test', deployments: 'all' }),
    );
    keys.set(role, made.text);
  }
});

afterAll(() => service?.[Symbol.asyncDispose]());

async function report(role: Role, body: unknown, deployment = 1) {
  const response = await fetch(`${service.served.origin}/api/v1/deployments/${deployment}/access-report`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.get(role)}`,
      'content-type': 'application/json',
      'x-forwarded-proto': 'https',
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

describe('the report of what a user sees', () => {
  it('is logged, and given to callers who may read the model only', async () => {
    const body = { as: inGroups(['eu'], { sub: 'the-person-looked-at' }) };
    for (const role of ['admin', 'developer'] as const) expect((await report(role, body)).status).toBe(200);
    for (const role of ['explorer', 'viewer'] as const) expect((await report(role, body)).status).toBe(403);
    const looks = logged.filter((line) => line.includes('access.reported'));
    expect(looks).toHaveLength(2);
    expect(looks[0]).toContain('"username":"admin"');
    expect(looks.join('')).not.toContain('the-person-looked-at');
  });

  it('names the policies that apply, the hidden members, and the reason of a refused query', async () => {
    const asked = { as: inGroups(['eu']), query: { measures: ['people.count'] } };
    const answer = accessReportsSchema.parse((await report('admin', asked)).body);
    expect(answer.report.caller.groups).toEqual(['eu']);
    const [people] = answer.report.pieces;
    expect(people?.policies.map(({ file, applies }) => [file, applies])).toEqual([
      ['model.yml', true],
      ['model.yml', false],
    ]);
    expect(people?.hidden.map(({ member }) => member)).toContain('people.secret');
    const refused = { as: inGroups(['eu']), query: { dimensions: ['people.secret'] } };
    const [why] = accessReportsSchema.parse((await report('admin', refused)).body).report.query?.refused ?? [];
    expect(why).toBe("'secret' not found for path 'people.secret'");
  });

  it('describes the user that the context names, with current rights', async () => {
    const { changes, accountId, users, groups } = service.served.composition.metadata;
    const { id } = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      groups.create(change, { name: 'eu', members: { exactly: [id] } }),
    );
    const asked = { as: { cubeCloud: { user: id } } };
    const { caller } = accessReportsSchema.parse((await report('admin', asked)).body).report;
    expect(caller.groups).toEqual(['eu']);
    for (const user of [9999, 'ann']) {
      const unknown = await report('admin', { as: {}, compare: { cubeCloud: { user } } });
      expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([400, expect.stringContaining('cubeCloud.user')]);
    }
  });

  it('shows the differences between two callers', async () => {
    const asked = { as: inGroups(['eu']), compare: inGroups(['admin']) };
    const { differences = [] } = accessReportsSchema.parse((await report('admin', asked)).body);
    expect(differences.map(({ what }) => what)).toContain('people.secret');
    expect(differences.at(-1)).toMatchObject({ of: 'people', what: 'rows', second: 'all rows' });
  });

  it.each([
    [{}, 400],
    [{ as: [] }, 400],
    [{ as: { cubeCloud: { groups: 'eu' } } }, 400],
    [{ as: {}, query: { measures: 'people.count' } }, 400],
    [{ as: {}, branch: 'nowhere' }, 404],
    [{ as: {}, comapre: {} }, 400],
  ])('refuses %j', async (body, status) => {
    expect((await report('admin', body)).status).toBe(status);
  });

  it('requires an existing deployment', async () => {
    expect((await report('admin', { as: {} }, 7)).status).toBe(404);
  });
});
