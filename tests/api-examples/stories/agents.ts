import type { Recorder } from '../recorder.ts';

const deployment = { deploymentId: 1 };
/** The one who asks is a user of the account. */
const sessionSettings = { internalId: 'admin' };

/** Agents, their chats, models, memories and examinations. */
export async function tellAgents(api: Recorder, modelUrl: string): Promise<void> {
  await tellModels(api, modelUrl);
  const { body: agents } = await api.ask('getAgents', { parameters: { ...deployment, first: 10 } });
  await api.ask('updateAgent', { parameters: { ...deployment, id: agents.items[0].id } });
  await api.ask('updateAgent', {
    parameters: { ...deployment, id: agents.items[0].id },
    body: { allowEmbedding: true },
  });
  await api.ask('getAgentSkills', { parameters: deployment });
  await tellChats(api);
  await tellMemories(api);
  const { body: evaluation } = await api.ask('startEvaluation', { parameters: deployment, body: {} });
  const ofEvaluation = { parameters: { ...deployment, id: evaluation.id } };
  await api.ask('getEvaluations', { parameters: { ...deployment, first: 10 } });
  await api.ask('getEvaluation', ofEvaluation);
  await api.ask('getEvaluationResults', ofEvaluation);
}

async function tellModels(api: Recorder, baseUrl: string): Promise<void> {
  const prices = { input: 0.25, output: 2 };
  const { body: model } = await api.ask('createAiModel', {
    body: {
      name: 'fast',
      provider: 'openai-compatible',
      model: 'fast-1',
      credential: 'secret-of-the-provider',
      baseUrl,
      prices,
    },
  });
  const ofModel = { parameters: { id: model.id } };
  await api.ask('getAiModels', { parameters: { first: 10 } });
  await api.ask('getAiModel', ofModel);
  await api.ask('updateAiModel', { ...ofModel, body: { limits: { dailyTokens: 1_000_000 } } });
  await api.ask('testAiModel', ofModel);
  await api.ask('getAiUsage', { parameters: { first: 10 } });
  await api.ask('deleteAiModel', ofModel);
}

async function tellChats(api: Recorder): Promise<void> {
  const agent = { parameters: { accountName: 'default', agentId: 'auto' } };
  const { body: lines } = await api.ask('streamChatState', {
    ...agent,
    body: { input: 'orders by status', sessionSettings },
  });
  const records: readonly Record<string, never>[] = lines
    .split('\n')
    .filter((line: string) => line !== '')
    .map((line: string) => JSON.parse(line));
  const uuid = /"uuid\\?":\\?"([\w-]+)/.exec(lines)?.[1];
  const chatId: string = (records[0] as { readonly state?: { readonly chatId: string } })?.state?.chatId ?? '';
  await api.ask('getChatReceipt', { ...agent, body: { uuid, sessionSettings } });
  await api.ask('abortChat', { ...agent, body: { chatId, sessionSettings } });
  const chat = { parameters: { chatId } };
  await api.ask('getChatThreads', { parameters: { first: 10 } });
  await api.ask('getChatThread', chat);
  await api.ask('readChatThread', chat);
  await api.ask('getChatThreadReceipts', chat);
  await api.ask('updateChatThread', chat);
  const { body: users } = await api.ask('getUsers', { parameters: { search: 'ann' } });
  await api.ask('shareChatThread', { ...chat, body: { userId: users.items[0].id, mayRead: true } });
  await api.ask('getChatThreadShares', chat);
  await api.ask('deleteChatThread', chat);
}

async function tellMemories(api: Recorder): Promise<void> {
  const agent = { parameters: { accountName: 'default', agentId: 'auto' } };
  await api.ask('streamChatState', { ...agent, body: { input: 'Turnover means total amount', sessionSettings } });
  const { body: memories } = await api.ask('getMemories', { parameters: { ...deployment, first: 10 } });
  await api.ask('deleteMemory', { parameters: { ...deployment, id: memories.items[0].id } });
}
