import type { AskedOfChat, ChatAsker, DashboardOfTurn, Thread, ThreadReader } from '@orrery/agents';
import { chatOperations, type ChatRequest, type WireChatThread } from '@orrery/contract';
import type { DeploymentService } from '@orrery/deployments';
import type { Person, Viewer } from '@orrery/kernel';
import type { FastifyRequest } from 'fastify';
import type { AgentInPath, ChatDashboards, Chats } from '../../../agents/index.ts';
import { presentPage, readPage, type ListOrder } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { ChatAskers, type ChatAskersDependencies } from './chat-askers.ts';
import { isProgram } from './is-program.ts';
import { serveReceipts } from './receipt-routes.ts';
import { lockOf, missing, nobody, piecesFor, readerOf } from './who-chats.ts';

export interface ChatServices extends ChatAskersDependencies {
  readonly chats: Chats;
  readonly deployments: Pick<DeploymentService, 'summaries'>;
}

const order: ListOrder<Thread> = {
  name: 'chats',
  key: ['instant', 'endless'],
  keyOf: ({ updatedAt, id }) => [updatedAt, id],
};

/** Serves conversations with agents. */
export function serveChats(face: PlatformFace, services: ChatServices): void {
  const { chats } = services;
  const askers = new ChatAskers(services);

  serve(face, chatOperations.stream, async ({ caller, agent, body, request }) => {
    const { input, chatId, sessionSettings } = body;
    const images = body.images ?? [];
    if (input === undefined && images.length === 0) {
      if (chatId === undefined) throw missing('input', 'input or chatId is required');
      const asker = await askers.find(caller, agent, sessionSettings);
      const { chat } = await chats.open();
      return chat.read(asker ?? nobody(caller), agent, chatId);
    }
    if (images.length === 0 && (input ?? '').trim() === '') throw missing('input', 'input is blank');
    const asker = await askers.ensure(caller, agent, sessionSettings);
    const { chat, dashboards } = await chats.open();
    const limited = { ...asker, pieces: await piecesFor(asker, agent, lockOf(caller, body), dashboards) };
    const dashboard = await dashboardFor(limited, agent, caller, body, dashboards);
    return chat.ask(limited, agent, { ...askedIn(body, caller, request), dashboard });
  });

  serve(face, chatOperations.abort, async ({ caller, agent, body }) => {
    const asker = await askers.find(caller, agent, body.sessionSettings);
    const { chat } = await chats.open();
    await chat.abort(asker ?? nobody(caller), agent, body.chatId);
  });

  serveReceipts(face, services, askers);

  serve(face, chatOperations.list, async ({ caller, query }) => {
    const { threads } = await chats.open();
    const { search, deploymentId, agentId, shared = false, all = false } = query;
    const page = readPage(query, order);
    const after = page.range.after as readonly [number, number] | undefined; // by the key of the order
    const which = all ? 'all' : shared ? 'shared' : 'own';
    const reader = await readerOf(caller, services);
    const filter = { which, search: search || undefined, deploymentId, agentId } as const;
    const found = await threads.list(reader, filter, { after, most: page.range.most });
    return presentPage(found, page, (thread) => present(thread, reader));
  });

  serve(face, chatOperations.get, async ({ caller, params: { chatId } }) => {
    const { threads } = await chats.open();
    const reader = await readerOf(caller, services);
    return present(await threads.get(reader, chatId), reader);
  });

  serve(face, chatOperations.read, async ({ caller, params: { chatId } }) => {
    const { threads, chat } = await chats.open();
    return chat.readThread(await threads.row(await readerOf(caller, services), chatId), caller.userId);
  });

  serve(face, chatOperations.update, async ({ caller, params: { chatId }, body, makeChange }) => {
    const { threads } = await chats.open();
    const reader = await readerOf(caller, services);
    return present(await makeChange((change) => threads.update(change, reader, chatId, body)), reader);
  });

  const sharesOf = async (reader: ThreadReader, chatId: string) => {
    const { threads } = await chats.open();
    const items = (await threads.shares(reader, chatId)).map(({ subject, name }) => ({
      userId: 'userId' in subject ? subject.userId : null,
      groupId: 'groupId' in subject ? subject.groupId : null,
      name,
    }));
    return { items };
  };

  serve(face, chatOperations.shares, async ({ caller, params: { chatId } }) =>
    sharesOf(await readerOf(caller, services), chatId),
  );

  serve(face, chatOperations.share, async ({ caller, params: { chatId }, body, changeRights }) => {
    const { userId, groupId, mayRead } = body;
    const { threads } = await chats.open();
    const reader = await readerOf(caller, services);
    const subject = userId === undefined ? { groupId: groupId ?? 0 } : { userId };
    await changeRights((change) => threads.share(change, reader, chatId, { subject, mayRead }));
    return sharesOf(reader, chatId);
  });

  serve(face, chatOperations.delete, async ({ caller, params: { chatId }, makeChange }) => {
    const { threads } = await chats.open();
    const reader = await readerOf(caller, services);
    await makeChange((change) => threads.delete(change, reader, chatId));
  });
}

function askedIn(body: ChatRequest, caller: Person | Viewer, request: FastifyRequest): AskedOfChat {
  const { input = '', chatId, messageId, images = [], activeBranchName, isDefaultBranch, isDevMode = false } = body;
  return {
    input,
    chatId,
    messageId,
    images,
    branch: activeBranchName === undefined || isDefaultBranch === true ? null : activeBranchName,
    isDevMode,
    context: body.context ?? (isProgram(caller, body.sessionSettings) ? 'external' : 'chat'),
    requestId: request.id,
  };
}

/** The dashboard that the user looks at. @throws InvalidInput, NotFound, Forbidden */
async function dashboardFor(
  asker: ChatAsker,
  { deploymentId }: AgentInPath,
  caller: Person | Viewer,
  { dashboardContext, sessionSettings }: ChatRequest,
  dashboards: ChatDashboards,
): Promise<DashboardOfTurn | undefined> {
  if (!dashboardContext) return undefined;
  const { publicId } = dashboardContext;
  const isByProgram = sessionSettings !== undefined && isProgram(caller, sessionSettings);
  const shown = await dashboards.shownTo(asker, deploymentId, publicId, isByProgram ? undefined : caller);
  if (shown) return shown;
  throw missing('dashboardContext.publicId', `There is no dashboard '${publicId.slice(0, 50)}'`);
}

function present(thread: Thread, { userId, isOfAccount }: ThreadReader): WireChatThread {
  const isOwn = thread.userId === userId;
  return {
    id: thread.id,
    chatId: thread.uid,
    title: thread.title,
    deploymentId: thread.deploymentId,
    agentId: thread.agentId,
    agentName: thread.agentName,
    isOwn,
    ownerName: isOwn || isOfAccount ? thread.ownerName : null,
    isShared: thread.isShared,
    isStreaming: thread.isStreaming,
    createdAt: presentInstant(thread.createdAt),
    updatedAt: presentInstant(thread.updatedAt),
  };
}
