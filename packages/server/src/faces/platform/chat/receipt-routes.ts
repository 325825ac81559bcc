import { chatOperations } from '@orrery/contract';
import type { DeploymentService } from '@orrery/deployments';
import type { Chats } from '../../../agents/index.ts';
import { clientSignal } from '../../../http/index.ts';
import { byEndlessNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import type { ChatAskers } from './chat-askers.ts';
import { lockOf, nobody, piecesFor, readerOf } from './who-chats.ts';

export interface ReceiptServices {
  readonly chats: Chats;
  readonly deployments: Pick<DeploymentService, 'summaries'>;
}

const order = byEndlessNumber('receipts');

/** Serves how answers of agents came about. */
export function serveReceipts(face: PlatformFace, services: ReceiptServices, askers: ChatAskers): void {
  const { chats } = services;

  serve(face, chatOperations.receipt, async ({ caller, agent, body, request, reply }) => {
    const { uuid, sessionSettings, rerun = false } = body;
    const found = await askers.find(caller, agent, sessionSettings);
    const asker = found ?? { ...nobody(caller), mayReadModel: false };
    const { receipts, dashboards } = await chats.open();
    if (!rerun) return receipts.get(asker, agent, uuid);
    await receipts.get(asker, agent, uuid); // refuses receipts of others before a dashboard is looked for
    const limited = { ...asker, pieces: await piecesFor(asker, agent, lockOf(caller, body), dashboards) };
    return receipts.get(limited, agent, uuid, { requestId: request.id, signal: clientSignal(reply) });
  });

  serve(face, chatOperations.receipts, async ({ caller, params: { chatId }, query }) => {
    const { threads, receipts } = await chats.open();
    const thread = await threads.row(await readerOf(caller, services), chatId);
    const page = readPage(query, order);
    const reader = askers.own(caller, { deploymentId: thread.deployment_id });
    const found = await receipts.ofThread(thread, reader, rangeFrom(page));
    return presentPage(found, page, ({ receipt }) => receipt);
  });
}
