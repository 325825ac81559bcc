import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import type { ProjectAiModel } from '../../../config/src/ai-models/ai-model.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import type { ModelChoice } from '../config/index.ts';
import { noUsage, type StepRequest, TurnFailed, type Usage } from '../turn/index.ts';
import { AiModels, type ChosenModel } from './ai-models.ts';
import { dialects } from './dialects-fixture.ts';
import { asStream, ModelServer } from '../../../../tests/servers/model-server.ts';
import type { AiModelInput } from './registry/ai-model-input.ts';

const day = Date.UTC(2026, 2, 1, 23, 30);
const key = 'sk-canary-0123456789-key';
const request: StepRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Orders?' }] }],
  tools: [],
};
const chat = dialects.find(({ model }) => model.provider === 'openai-compatible');
if (!chat) throw new Error('there is such a dialect');
const hello = chat.events({ texts: ['Hello'] });
const auto: ModelChoice = { kind: 'named', name: 'auto' };
/** What one call of the server tells: 50 read, 20 of them cached, 7 written. */
const callUsage: Usage = { inputTokens: 50, cachedInputTokens: 20, outputTokens: 7 };

describe.each(storeKinds)('the models of an account on %s', (kind) => {
  let [place, metadata, models, now]: [StorePlace, ServedMetadata, AiModels, number] = [] as never; // set below
  let server: ModelServer;
  const clock = { now: () => now };
  const log = { warn: vi.fn(), error: vi.fn() };
  const hidden: string[] = [];

  beforeAll(async () => {
    now = day;
    server = await ModelServer.open();
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
  });
  afterAll(async () => {
    await metadata.close();
    await place.remove();
    await server[Symbol.asyncDispose]();
  });

  beforeEach(() => {
    now = day;
    models = open(['127.0.0.1']);
    server.reset();
    server.sends(hello);
    hidden.length = 0;
    vi.clearAllMocks();
  });
  afterEach(async () => {
    models.close();
    for (const table of ['ai_model', 'ai_usage'] as const) await metadata.store.database.deleteFrom(table).execute();
  });

  const open = (allowed: readonly string[]) => {
    const { store, keyring } = metadata;
    const hide = (secret: string) => void hidden.push(secret);
    return new AiModels({ database: store.database, keyring, network: { allowed }, clock, log, hide });
  };
  const create = (input: AiModelInput) =>
    metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      models.registry.create(change, input),
    );
  const own = (more: AiModelInput = {}) =>
    create({ name: 'own', provider: 'openai-compatible', model: 'm', baseUrl: server.url, credential: key, ...more });
  const priced = (limits: AiModelInput['limits']) => own({ prices: { input: 2, cachedInput: 1, output: 10 }, limits });
  const choose = async (llm: ModelChoice = auto, userId = 1, projectModels: readonly ProjectAiModel[] = []) => {
    const { accountId } = metadata;
    const chosen = await models.choose({ accountId, userId, llm, runtime: 'plain', projectModels });
    return chosen ?? Promise.reject(new Error('the analyst was chosen'));
  };
  const usage = async () => {
    const all = await models.usage.list(metadata.accountId, { most: 100 });
    return all.map(({ day: on, model, userId, calls, cost, ...tokens }) => [on, model, userId, calls, cost, tokens]);
  };

  it('choose the analyst where there are none, and one of the project or of an admin where there are', async () => {
    const asking = { accountId: metadata.accountId, userId: 1, runtime: 'plain', projectModels: [] } as const;
    expect(await models.choose({ ...asking, llm: auto })).toBeUndefined();
    await own({ supportsImages: true, contextTokens: 9_000 });
    expect(await choose()).toMatchObject({ name: 'own', supportsImages: true, contextTokens: 9_000 });
    expect(await models.choose({ ...asking, llm: { kind: 'named', name: 'analyst' } })).toBeUndefined();
    const file = { provider: 'openai', model: 'm', limits: {}, supportsImages: false, contextTokens: 1 } as const;
    const named = { ...file, name: 'of-file', isDefault: false };
    expect(await choose(auto, 1, [named])).toMatchObject({ name: 'of-file' });
    expect(await choose({ kind: 'registered', by: 'name', value: 'own' }, 1, [named])).toMatchObject({ name: 'own' });
  });

  it('are not those of another account', async () => {
    const { id } = await own();
    const other = {
      accountId: metadata.accountId + 1,
      userId: 1,
      llm: auto,
      runtime: 'plain',
      projectModels: [],
    } as const;
    expect(await models.choose(other)).toBeUndefined();
    const named = models.choose({ ...other, llm: { kind: 'registered', by: 'id', value: String(id) } });
    await expect(named).rejects.toThrow(TurnFailed);
    await expect(models.registry.get(other.accountId, id)).rejects.toThrow('There is no AI model');
    await expect(models.test(other.accountId, 1, id)).rejects.toThrow('There is no AI model');
  });

  it('that are not there are told by name; predefined names are replaced, and that is told to the operator once', async () => {
    await own();
    await expect(choose({ kind: 'registered', by: 'name', value: 'gone' })).rejects.toThrow(
      /^BadRequestError: There is no model with the name 'gone'\. An admin registers models/,
    );
    for (let at = 0; at < 2; at += 1)
      expect(await choose({ kind: 'named', name: 'gpt_5' })).toMatchObject({ name: 'own' });
    expect(log.warn.mock.calls).toEqual([
      [{ account: metadata.accountId, llm: 'gpt_5', instead: 'own' }, expect.any(String)],
    ]);
  });

  it('open their credential with the first call, and hide it from the log', async () => {
    await own();
    const chosen = await choose();
    expect(hidden).toEqual([]);
    expect(await textOf(chosen)).toBe('Hello');
    expect(hidden).toEqual([key]);
    expect(server.asked[0]?.headers['authorization']).toBe(`Bearer ${key}`);
    expect(JSON.stringify(chosen)).not.toContain(key);
  });

  it('count each call for its day, user and model, by their prices', async () => {
    await priced(null);
    const chosen = await choose();
    await textOf(chosen);
    await textOf(chosen);
    await textOf(await choose(auto, 2));
    now += 3_600_000;
    await textOf(await choose());
    // 30 * 2 + 20 * 1 + 7 * 10 millionths of a USD.
    const twice = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 14, userName: expect.anything() };
    const once = { ...callUsage, userName: undefined };
    expect(chosen.costOf(callUsage)).toBeCloseTo(150e-6, 12);
    expect((await usage()).map((row) => row.slice(0, 5))).toEqual([
      ['2026-03-02', 'own', 1, 1, 150],
      ['2026-03-01', 'own', 1, 2, 300],
      ['2026-03-01', 'own', 2, 1, 150],
    ]);
    expect((await usage())[1]?.[5]).toMatchObject({ ...twice, userName: undefined });
    expect((await usage())[2]?.[5]).toEqual(once);
  });

  it('count what was read and written when they are left in the middle, or tell no usage', async () => {
    await own();
    server.answer = (_, reply) => void asStream(reply).write(chat.events({ texts: ['Hello'], end: 'none' }).join(''));
    const abort = new AbortController();
    const asked = (await choose()).stream(request, abort.signal, () => abort.abort(new Error('stopped')));
    await expect(asked).rejects.toThrow('stopped');
    const left = (await usage())[0]?.[5] as Usage;
    expect(left.inputTokens).toBeGreaterThan(10);
    expect(left.outputTokens).toBe(2);
    server.sends(chat.events({ texts: ['Hello'], hasUsage: false }));
    await textOf(await choose());
    expect((await usage())[0]?.[5]).toMatchObject({ inputTokens: 2 * left.inputTokens, outputTokens: 4 });
  });

  it('count nothing where the provider refused', async () => {
    await own();
    server.answer = (_, reply) => reply.writeHead(401).end(chat.errorBody('no'));
    await expect(textOf(await choose())).rejects.toThrow('LlmError: no (status 401)');
    expect((await usage())[0]?.[5]).toMatchObject(noUsage);
  });

  it.each([
    ['tokens of the account', { dailyTokens: 100 }, 'of this account', [true, true]],
    ['tokens of a user', { dailyTokensPerUser: 100 }, 'of one user', [true, false]],
    ['money of the account', { dailySpend: 0.0003 }, 'of this account', [true, true]],
    ['money of a user', { dailySpendPerUser: 0.0003 }, 'of one user', [true, false]],
    ['nothing at all', { dailyTokens: 0 }, 'of this account', [true, true]],
  ])('stop at a limit: %s', async (_, limits, whose, [isOver, isOverForOthers]) => {
    await priced(limits);
    const chosen = await choose();
    const isNothing = 'dailyTokens' in limits && limits.dailyTokens === 0;
    if (!isNothing) {
      await chosen.requireBudget(noUsage);
      await textOf(chosen);
      await chosen.requireBudget(callUsage);
      await textOf(chosen);
    }
    const words = `LlmError: The daily limit ${whose} for the model 'own' is used up. Please contact your administrator`;
    const refused = (asking: Promise<void>) =>
      asking.then(
        () => false,
        (error: unknown) => error instanceof TurnFailed && error.message.startsWith(words),
      );
    expect(await refused(chosen.requireBudget({ ...callUsage, inputTokens: 100, outputTokens: 14 }))).toBe(isOver);
    // Another run, and another user.
    expect(await refused((await choose()).requireBudget(noUsage))).toBe(true);
    expect(await refused((await choose(auto, 2)).requireBudget(noUsage))).toBe(isOverForOthers);
    now += 86_400_000;
    if (!isNothing) await (await choose()).requireBudget(noUsage);
  });

  it('count what a run has used beyond its stored calls, once', async () => {
    await own({ limits: { dailyTokens: 100 } });
    const chosen = await choose();
    await textOf(chosen);
    await chosen.requireBudget(callUsage);
    await chosen.requireBudget({ ...callUsage, inputTokens: 92 });
    await expect(chosen.requireBudget({ ...callUsage, inputTokens: 93 })).rejects.toThrow('is used up');
  });

  it('are added up when many calls end at the same time', async () => {
    await own();
    const chosen = await choose();
    await Promise.all(Array.from({ length: 20 }, () => textOf(chosen)));
    expect((await usage()).map((row) => row.slice(0, 4))).toEqual([['2026-03-01', 'own', 1, 20]]);
  });

  it('are still used up after they were removed and registered again', async () => {
    const { id } = await own({ limits: { dailyTokens: 50 } });
    await textOf(await choose(auto, 77));
    await expect((await choose(auto, 78)).requireBudget(noUsage)).rejects.toThrow('is used up');
    await metadata.changes.changeRights({ accountId: metadata.accountId, by: atTheCommandLine }, (change) =>
      models.registry.delete(change, id),
    );
    await own({ limits: { dailyTokens: 50 } });
    await expect((await choose(auto, 79)).requireBudget(noUsage)).rejects.toThrow('is used up');
  });

  it('answer even when what they used cannot be stored', async () => {
    await own();
    const chosen = await choose();
    vi.spyOn(models.usage, 'add').mockRejectedValueOnce(new Error('the disk is full'));
    expect(await textOf(chosen)).toBe('Hello');
    expect(log.error).toHaveBeenCalledOnce();
  });

  it('are listed with their use by day, in parts', async () => {
    await own();
    const at = { accountId: metadata.accountId, model: 'own' };
    for (const [userId, on] of [
      [1, '2026-02-27'],
      [1, '2026-02-28'],
      [2, '2026-02-28'],
      [1, '2026-03-01'],
    ] as const)
      await models.usage.add({ ...at, userId }, callUsage, 1, on);
    await models.usage.add({ ...at, userId: 1, model: 'a' }, callUsage, 1, '2026-02-28');
    await models.usage.add({ ...at, userId: 1, accountId: metadata.accountId }, noUsage, 0, '2026-03-01');
    const all = await models.usage.list(metadata.accountId, { most: 100 });
    const keys = all.map(({ day: on, model, userId }) => `${on} ${model} ${userId}`);
    expect(keys).toEqual([
      '2026-03-01 own 1',
      '2026-02-28 a 1',
      '2026-02-28 own 1',
      '2026-02-28 own 2',
      '2026-02-27 own 1',
    ]);
    const walked: string[] = [];
    for (let after: (typeof all)[number] | undefined; ; ) {
      const [next] = await models.usage.list(metadata.accountId, { most: 1, after });
      if (!next) break;
      walked.push(`${next.day} ${next.model} ${next.userId}`);
      after = next;
    }
    expect(walked).toEqual(keys);
    const some = await models.usage.list(metadata.accountId, { most: 9, from: '2026-02-28', to: '2026-02-28' });
    expect(some).toHaveLength(3);
  });
});

async function textOf({ stream }: ChosenModel): Promise<string> {
  let text = '';
  await stream(request, new AbortController().signal, (piece) => {
    if (piece.type === 'text') text += piece.text;
  });
  return text;
}
