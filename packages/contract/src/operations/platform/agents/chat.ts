import {
  abortChatSchema,
  chatReceiptInputSchema,
  chatReceiptSchema,
  chatRequestSchema,
  chatShareInputSchema,
  chatSharesSchema,
  chatThreadSchema,
  chatThreadsQuerySchema,
  chatThreadsSchema,
  chatThreadUpdateSchema,
  pageQuerySchema,
  receiptsSchema,
} from '../../../platform/index.ts';
import { get, patch, post, put, remove } from '../../operation.ts';
import { byScopes, forViewers, inFrames, onAgent, person } from '../../takes.ts';

const tag = 'Chats';
const talker = byScopes(inFrames(forViewers(onAgent, 'read')), 'platform', 'mcp-agent-access');
const owner = inFrames(forViewers(person, 'read'));
const reader = byScopes(owner, 'platform', 'platform:read', 'mcp-agent-access');
const place = '/public/:accountName/agents/:agentId/chat';

/** Conversations with agents. */
export const chatOperations = {
  stream: post(`${place}/stream-chat-state`, {
    id: 'streamChatState',
    mayConflict: true,
    tag,
    summary: 'Ask an agent, join a question that was asked before, or read a chat: lines of JSON while it is answered',
    takes: talker,
    bodyBytes: 36 * 1024 * 1024,
    body: chatRequestSchema,
    answer: 'records',
    example: { input: 'Orders per month', sessionSettings: { externalId: 'u1' } },
  }),
  abort: post(`${place}/abort`, {
    id: 'abortChat',
    tag,
    summary: 'Stop the answer that a chat is giving',
    takes: talker,
    body: abortChatSchema,
    answer: 'nothing',
    example: { chatId: '6f0d6d0e-2a51-4b8e-9a0c-0d3c1f6b7a11', sessionSettings: { externalId: 'u1' } },
  }),
  receipt: post(`${place}/receipt`, {
    id: 'getChatReceipt',
    tag,
    summary: 'Tell how a result of a chat came about, and whether asking again gives the same',
    takes: talker,
    body: chatReceiptInputSchema,
    answer: chatReceiptSchema,
    example: { uuid: 'e4f6a8b0-4444-4e3f-9a5c-9c9c9c9c0004', sessionSettings: { externalId: 'u1' }, rerun: true },
  }),
  list: get('/chat/threads', {
    id: 'getChatThreads',
    tag,
    summary: 'List chats, the last changed first: own ones, those that others share, or all for admins',
    takes: reader,
    query: chatThreadsQuerySchema,
    answer: chatThreadsSchema,
  }),
  get: get('/chat/threads/:chatId', {
    id: 'getChatThread',
    tag,
    summary: 'Get a chat that the caller may read, without what was said',
    takes: reader,
    answer: chatThreadSchema,
  }),
  read: get('/chat/threads/:chatId/records', {
    id: 'readChatThread',
    tag,
    summary: 'Read a chat that the caller may read: lines of JSON, with those of a question that is being answered',
    takes: reader,
    answer: 'records',
  }),
  receipts: get('/chat/threads/:chatId/receipts', {
    id: 'getChatThreadReceipts',
    tag,
    summary: 'List how the answers of a chat that the caller may read came about, with the rights of the caller',
    takes: reader,
    query: pageQuerySchema,
    answer: receiptsSchema,
  }),
  update: patch('/chat/threads/:chatId', {
    id: 'updateChatThread',
    tag,
    summary: 'Rename an own chat, or let everybody in the account read it',
    takes: owner,
    body: chatThreadUpdateSchema,
    answer: chatThreadSchema,
    example: { title: 'Orders in May' },
  }),
  shares: get('/chat/threads/:chatId/shares', {
    id: 'getChatThreadShares',
    tag,
    summary: 'List the users and groups who may read an own chat',
    takes: person,
    answer: chatSharesSchema,
  }),
  share: put('/chat/threads/:chatId/shares', {
    id: 'shareChatThread',
    tag,
    summary: 'Let a user or a group read an own chat, or no longer',
    takes: person,
    body: chatShareInputSchema,
    answer: chatSharesSchema,
    example: { userId: 2, mayRead: true },
  }),
  delete: remove('/chat/threads/:chatId', {
    id: 'deleteChatThread',
    tag,
    summary: 'Delete an own chat with everything that was said in it; admins delete any',
    takes: owner,
    answer: 'nothing',
  }),
};
