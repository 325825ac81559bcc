import type { AiModels, UsageOfDay } from '@orrery/agents';
import { aiModelOperations } from '@orrery/contract';
import { byNumber, type ListOrder, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentAiModel, presentModelTest, presentUsage } from './present-ai-model.ts';

export interface AiModelServices {
  /** Loads with the first request. */
  readonly aiModels: { open(): Promise<Pick<AiModels, 'registry' | 'usage' | 'test'>> };
}

const order = byNumber('AI models');
const usageOrder: ListOrder<UsageOfDay> = {
  name: 'AI usage by day',
  key: ['text', 'text', 'number'],
  keyOf: ({ day, model, userId }) => [day, model, userId],
};

/** Serves the language models of the account, and what was used of them. */
export function serveAiModels(face: PlatformFace, { aiModels }: AiModelServices): void {
  serve(face, aiModelOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    const { afterId, most } = rangeFrom(page);
    const all = await (await aiModels.open()).registry.list(accountId);
    return presentPage(all.filter(({ id }) => id > afterId).slice(0, most), page, presentAiModel);
  });

  serve(face, aiModelOperations.create, async ({ changeRights, body }) => {
    const { registry } = await aiModels.open();
    return presentAiModel(await changeRights((change) => registry.create(change, body)));
  });

  serve(face, aiModelOperations.get, async ({ accountId, params: { id } }) =>
    presentAiModel(await (await aiModels.open()).registry.get(accountId, id)),
  );

  serve(face, aiModelOperations.update, async ({ changeRights, params: { id }, body }) => {
    const { registry } = await aiModels.open();
    return presentAiModel(await changeRights((change) => registry.update(change, id, body)));
  });

  serve(face, aiModelOperations.delete, async ({ changeRights, params: { id } }) => {
    const { registry } = await aiModels.open();
    await changeRights((change) => registry.delete(change, id));
  });

  serve(face, aiModelOperations.test, async ({ accountId, caller, params: { id } }) =>
    presentModelTest(await (await aiModels.open()).test(accountId, caller.userId, id)),
  );

  serve(face, aiModelOperations.usage, async ({ accountId, query: { from, to, ...query } }) => {
    const page = readPage(query, usageOrder);
    const { after, most } = page.range;
    const key = after && { day: String(after[0]), model: String(after[1]), userId: Number(after[2]) };
    const { usage } = await aiModels.open();
    return presentPage(await usage.list(accountId, { from, to, after: key, most }), page, presentUsage);
  });
}
