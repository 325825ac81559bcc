import {
  type ConnectionOptions,
  parseLine,
  pathPart,
  readLines,
  readShort,
  requireSuccess,
  type Retry,
  sender,
  sendForStream,
  withRetries,
} from '../http/index.ts';
import type { ChatRecord } from './chat-record.ts';
import { type ChatQuestion, type ChatSessionSettings, newMessageId } from './chat-request.ts';
import { ChatRun } from './chat-run.ts';
import { readRecord } from './read-record.ts';

interface ChatUrl {
  /** The address that an agent shows, with or without `/chat/stream-chat-state`. */
  readonly chatUrl: string;
}

interface ChatAgent {
  /** Address of the server, without `/api`; empty for the origin of the page. */
  readonly baseUrl: string;
  /** Name of the account. */
  readonly account: string;
  /** Number of the agent, or `auto` for the default one. */
  readonly agent: number | string;
}

export type ChatClientOptions = (ChatUrl | ChatAgent) &
  ConnectionOptions & {
    /** How a line that breaks is opened again; with the defaults for half a minute. */
    readonly retry?: Retry | undefined;
    /** A line on which nothing comes for so long is broken; servers send blank lines. 60,000 by default. */
    readonly silenceMs?: number | undefined;
  };

export interface SignalOption {
  /** Stops the answer on the server, and ends all loops with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface StateOptions extends SignalOption {
  readonly sessionSettings?: ChatSessionSettings | undefined;
}

/** A client of the chats of one agent. */
export interface ChatClient {
  /** Asks a question. Nothing is sent before its records, or one of its promises, are waited for. */
  ask(question: ChatQuestion & SignalOption): ChatRun & { readonly messageId: string };
  /** Reads a chat: its messages, and the records of an answer that is being given. Asks nothing. */
  state(chatId: string, options?: StateOptions): ChatRun;
  /** Stops the answer that a chat is giving; without effect when it gives none. */
  abort(chatId: string, options?: StateOptions): Promise<void>;
}

const defaultRetry = { attempts: 8, maxWaitMs: 10_000 } as const;
const defaultSilenceMs = 60_000;

/** Most characters of a record. The last one holds the whole chat. */
const maxLineLength = 64_000_000;

export function createChatClient(options: ChatClientOptions): ChatClient {
  const send = sender(options);
  const base = addressOf(options);
  const url = `${base}/chat/stream-chat-state`;
  const retry = { ...defaultRetry, ...options.retry };
  const silenceMs = options.silenceMs ?? defaultSilenceMs;
  const posted = (address: string, body: object, signal?: AbortSignal) => ({
    url: address,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });

  async function* records(body: object, signal: AbortSignal): AsyncGenerator<ChatRecord, void> {
    const stream = await sendForStream(send, posted(url, body, signal));
    for await (const line of readLines(stream, { url, maxLength: maxLineLength, silenceMs, signal })) {
      const record = readRecord(parseLine(line, url));
      if (record) yield record;
    }
  }

  function abort(chatId: string, { sessionSettings, signal }: StateOptions = {}): Promise<void> {
    const sent = posted(`${base}/chat/abort`, { chatId, sessionSettings }, signal);
    const attempt = async () => {
      const response = await send(sent);
      await requireSuccess(response, sent);
      await readShort(response, sent);
    };
    return withRetries(attempt, options.retry, signal);
  }

  function run(
    body: ChatQuestion | StateOptions,
    chatId: string | undefined,
    isQuestion: boolean,
    signal?: AbortSignal,
  ) {
    const { sessionSettings } = body;
    return new ChatRun(
      {
        open: (known, line) => records({ ...body, chatId: known }, line),
        abort: (known) => abort(known, { sessionSettings }),
        url,
        retry,
        isQuestion,
      },
      chatId,
      signal,
    );
  }

  return {
    ask({ signal, ...question }) {
      const messageId = question.messageId ?? newMessageId();
      return Object.assign(run({ ...question, messageId }, question.chatId, true, signal), { messageId });
    },
    state: (chatId, { signal, ...rest } = {}) => run(rest, chatId, false, signal),
    abort,
  };
}

function addressOf(options: ChatUrl | ChatAgent): string {
  if ('chatUrl' in options) return options.chatUrl.replace(/\/+$/, '').replace(/\/chat\/stream-chat-state$/, '');
  const { baseUrl, account, agent } = options;
  const path = `/api/v1/public/${pathPart('account', account)}/agents/${pathPart('agent', agent)}`;
  return `${baseUrl.replace(/\/+$/, '')}${path}`;
}
