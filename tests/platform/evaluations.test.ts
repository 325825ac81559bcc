import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { evaluationResultsSchema, evaluationSchema, evaluationsSchema, platformErrorSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../packages/kernel/src/caller/role.ts';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

const by = { via: 'command' } as const;

const questions = `questions:
  - { name: by region, question: Amount by region, sql: "SELECT region, MEASURE(amount) FROM sales GROUP BY 1" }
  - { name: other, question: Amount by region, sql: "SELECT region, MEASURE(amount) * 2 FROM sales GROUP BY 1" }
  - { name: unknown, question: How many zebras?, sql: "SELECT MEASURE(amount) FROM sales" }
  - { name: broken, question: Amount by region, sql: SELECT MEASURE(nothing) FROM sales }
`;
const more = `questions:
  - { name: whole, question: Amount, sql: SELECT MEASURE(amount) FROM sales }
`;

describe.each(storyKinds)('evaluations over the Platform API, on %s', (kind) => {
  let service: ScimService;
  let project: string;
  /** Keys of developers: one sees two regions, the other one. */
  let [north, south] = ['', ''];

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'orrery-evaluations-'));
    cpSync(join(import.meta.dirname, 'regions-project'), project, { recursive: true });
    cpSync(join(project, 'model'), join(project, 'next/model'), { recursive: true });
    appendFileSync(join(project, 'orrery.yml'), '\nbranches:\n  next: next\n');
    appendFileSync(join(project, 'next/model/sales.yml'), '      - { name: half, sql: amount / 2.0, type: sum }\n');
    write('agents/eval_questions/sales.yml', questions);
    write('agents/eval_questions/more.yml', more);
    write(
      'next/agents/eval_questions/half.yml',
      'questions: [{ name: half, question: Half by region, sql: "SELECT region, MEASURE(half) FROM sales GROUP BY 1" }]',
    );
    service = await ScimService.open(kind, { project });
    const { changes, users, groups, attributes, accountId } = service.metadata;
    const author = { accountId, by };
    const row = { id: 2, account_id: accountId, name: 'second', created_at: 2 };
    await service.metadata.store.database.insertInto('deployment').values(row).execute();
    const group = await changes.changeRights(author, (change) => groups.create(change, { name: 'Regional' }));
    await changes.changeRights(author, (change) =>
      attributes.create(change, { name: 'regions', type: 'string_array' }),
    );
    const person = async (username: string, regions: readonly string[]) => {
      const given = {
        username,
        role: 'developer' as const,
        groups: [group.id],
        attributes: new Map([['regions', regions]]),
      };
      return service.keyOf(await changes.changeRights(author, (change) => users.create(change, given)));
    };
    north = await person('north', ['north', 'west']);
    south = await person('south', ['south']);
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    rmSync(project, { recursive: true });
  });

  async function ask(method: string, path = '', { body, key = north, deployment = 1 }: Asked = {}) {
    const response = await fetch(`${service.served.origin}/api/v1/deployments/${deployment}/evaluations${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const error = response.ok ? undefined : platformErrorSchema.parse(JSON.parse(text));
    return { status: response.status, text, error };
  }

  interface Asked {
    readonly body?: unknown;
    readonly key?: string;
    readonly deployment?: number;
  }

  async function good<T>(schema: { parse(given: unknown): T }, ...asked: Parameters<typeof ask>): Promise<T> {
    const { status, text } = await ask(...asked);
    expect([status, text]).toEqual([200, expect.anything()]);
    return schema.parse(JSON.parse(text));
  }

  const setFlag = async (evals: boolean) => {
    const response = await fetch(`${service.served.origin}/api/v1/account/settings`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ flags: { evals } }),
    });
    expect(response.status).toBe(200);
  };
  const start = (body: object = {}, key = north) => good(evaluationSchema, 'POST', '', { body, key });
  const finished = async (body: object = {}, key = north) => {
    const { id } = await start(body, key);
    await service.served.composition.jobs.pass();
    return good(evaluationSchema, 'GET', `/${id}`, { key });
  };
  const results = async (id: number, key = north) =>
    (await good(evaluationResultsSchema, 'GET', `/${id}/results`, { key })).items;

  it('are refused with the way out while they are not enabled', async () => {
    const all = [ask('POST', '', { body: {} }), ask('GET'), ask('GET', '/1'), ask('GET', '/1/results')];
    for (const { status, error } of await Promise.all(all))
      expect([status, error?.error]).toEqual([403, expect.stringContaining('PUT /api/v1/account/settings')]);
    await setFlag(true);
    expect((await ask('GET')).status).toBe(200);
  });

  it('are asked in the background, and graded with verdicts, outcomes and reasons', async () => {
    const queued = await start({ branchName: 'main' });
    expect(queued).toMatchObject({
      status: 'queued',
      branchName: null,
      agentName: 'auto',
      questionFile: null,
      model: null,
      accuracy: null,
      counts: { total: 5, finished: 0 },
    });
    expect(await results(queued.id)).toEqual([]);
    await service.served.composition.jobs.pass();
    const run = await good(evaluationSchema, 'GET', `/${queued.id}`);
    expect(run).toMatchObject({
      status: 'completed',
      model: 'analyst',
      accuracy: 2 / 5,
      counts: {
        ...{ total: 5, finished: 5, pass: 2, fail: 1, review: 1, error: 1 },
        ...{ correct: 2, withheld: 1, wrong: 1 },
      },
    });
    expect(Date.parse(run.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(run.createdAt));
    const shown = await results(run.id);
    expect(
      shown.map(({ name, verdict, outcome, score, scoreReason }) => [name, verdict, outcome, score, scoreReason]),
    ).toEqual([
      ['whole', 'pass', 'correct', 1, null],
      ['by region', 'pass', 'correct', 1, null],
      ['other', 'fail', 'wrong', 0, 'value-mismatch'],
      ['unknown', 'review', 'withheld', null, 'no-query'],
      ['broken', 'error', null, null, 'ground-truth-failed'],
    ]);
    expect(shown[1]).toMatchObject({
      questionTextSnapshot: 'Amount by region',
      groundTruthSql: 'SELECT region, MEASURE(amount) FROM sales GROUP BY 1',
      agentSql: expect.stringContaining('MEASURE(amount)'),
      agentAnswer: expect.stringContaining('north'),
    });
    expect(shown[3]?.agentAnswer).toContain('zebras');
    expect(shown[4]?.scoreDetail).toContain('nothing');
  });

  it('ask with the rights of the user who starts them, and show what data says to nobody else', async () => {
    const own = async (key: string) => {
      const run = await finished({ questionFile: 'sales' }, key);
      return { id: run.id, all: await results(run.id, key) };
    };
    const [ofNorth, ofSouth] = [await own(north), await own(south)];
    expect(ofNorth.all[0]?.agentAnswer).toContain('west');
    expect(ofSouth.all[0]?.agentAnswer).toContain('south');
    expect(JSON.stringify(ofSouth.all)).not.toContain('west');
    for (const key of [south, service.key]) {
      const foreign = await results(ofNorth.id, key);
      expect(foreign.map(({ verdict, scoreReason }) => [verdict, scoreReason])).toEqual(
        ofNorth.all.map(({ verdict, scoreReason }) => [verdict, scoreReason]),
      );
      for (const one of foreign) expect([one.agentAnswer, one.agentSql, one.scoreDetail]).toEqual([null, null, null]);
      expect(JSON.stringify(foreign)).not.toContain('west');
    }
  });

  it('ask a branch, with what its own files say', async () => {
    const run = await finished({ branchName: 'next' });
    expect(run).toMatchObject({ status: 'completed', branchName: 'next', counts: { total: 1, pass: 1 } });
    expect((await results(run.id))[0]?.name).toBe('half');
  });

  it('keep the questions of the start, and those of one file alone', async () => {
    const { id, questionFile } = await start({ questionFile: 'more.yml' });
    expect(questionFile).toBe('more.yml');
    write('agents/eval_questions/more.yml', more.replace('whole', 'renamed').replace('Amount', 'Zebras'));
    await service.served.composition.jobs.pass();
    write('agents/eval_questions/more.yml', more);
    expect((await results(id)).map(({ name, verdict }) => [name, verdict])).toEqual([['whole', 'pass']]);
  });

  it('name everything that is wrong with a start', async () => {
    const faults = async (body: unknown) => {
      const { status, error } = await ask('POST', '', { body });
      return [status, error?.details?.map(({ path }) => path)];
    };
    expect(await faults({ agentName: 'nobody', questionFile: 'nothing.yml' })).toEqual([
      400,
      ['agentName', 'questionFile'],
    ]);
    expect(await faults({ branchName: 'nope' })).toEqual([400, ['branchName']]);
    expect(await faults({ branchName: 'next', questionFile: 'sales.yml' })).toEqual([400, ['questionFile']]);
    expect(await faults({ branchName: 1, agentName: 2, questionFile: '' })).toEqual([
      400,
      ['branchName', 'agentName', 'questionFile'],
    ]);
    const { error } = await ask('POST', '', { body: { questionFile: 'sale.yml' } });
    expect(error?.error).toContain("'sales.yml'");
  });

  it('are for people who may read the model of the deployment', async () => {
    const run = await finished({ questionFile: 'more' });
    const statuses = async (key: string, deployment = 1) => {
      const asked = [
        ask('POST', '', { body: {}, key, deployment }),
        ...['', `/${run.id}`, `/${run.id}/results`].map((path) => ask('GET', path, { key, deployment })),
      ];
      return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
    };
    expect(await statuses('sk-nonsense')).toEqual([401]);
    for (const role of ['viewer', 'explorer'] satisfies Role[])
      expect(await statuses(await service.keyOf(role))).toEqual([403]);
    expect(await statuses(await service.keyOf('developer', [2]))).toEqual([403]);
    expect(await statuses(north, 99)).toEqual([404]);
    const foreign = (await service.metadata.accounts.create(`other-${kind}`)).key;
    expect([403, 404]).toContain((await statuses(foreign))[0]);
    for (const path of ['/999999', '/999999/results']) expect((await ask('GET', path)).status).toBe(404);
    expect((await ask('GET', '/x')).status).toBe(400);
  });

  it('are listed page by page, and so are results', async () => {
    const last = await finished({ questionFile: 'sales.yml' });
    const ids: number[] = [];
    let after = '';
    do {
      const { items, pageInfo } = await good(evaluationsSchema, 'GET', `?first=3${after}`);
      ids.push(...items.map(({ id }) => id));
      after = pageInfo.hasNextPage ? `&after=${pageInfo.endCursor}` : '';
    } while (after !== '');
    expect(ids[0]).toBe(last.id);
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
    const first = await good(evaluationResultsSchema, 'GET', `/${last.id}/results?first=3`);
    const rest = await good(
      evaluationResultsSchema,
      'GET',
      `/${last.id}/results?first=3&after=${first.pageInfo.endCursor}`,
    );
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual([
      'by region',
      'other',
      'unknown',
      'broken',
    ]);
    expect((await ask('GET', '?after=nonsense')).status).toBe(400);
  });

  it('are recorded in the audit log', async () => {
    const { id } = await finished({ questionFile: 'more' });
    const response = await fetch(`${service.served.origin}/api/v1/audit-logs`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(JSON.stringify(await response.json())).toMatch(new RegExp(`Ran evaluation.*"evaluationId":${id}\\b`));
  });

  it('fail when they are switched off before they are asked', async () => {
    const { id } = await start();
    await setFlag(false);
    await service.served.composition.jobs.pass();
    await setFlag(true);
    expect(await good(evaluationSchema, 'GET', `/${id}`)).toMatchObject({
      status: 'failed',
      error: 'evaluations were switched off',
      accuracy: null,
      counts: { finished: 0 },
    });
  });
});
