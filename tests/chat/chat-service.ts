import { join } from 'node:path';
import { ScimService, type ScimServiceOptions } from '../scim/scim-service.ts';
import type { StorePlace } from '../servers/store-place.ts';

export type Line = Readonly<Record<string, unknown>> & {
  readonly id?: string;
  readonly role?: string;
  readonly sort?: number;
  readonly content?: string;
  readonly thinking?: string;
  readonly graphPath?: readonly string[];
  readonly isDelta?: boolean;
  readonly isInProcess?: boolean;
  readonly isStructuredResponse?: boolean;
  readonly error?: string;
  readonly toolCall?: { readonly name: string; readonly input: string; readonly result?: string };
  // The state of sentinels is read freely by tests.
  readonly state?: {
    readonly chatId?: string;
    readonly isStreaming?: boolean;
    readonly aborted?: boolean;
    readonly messages?: readonly {
      readonly kwargs: Readonly<Record<string, unknown>>;
      readonly id: readonly string[];
    }[];
  };
};

export interface ChatAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly lines: readonly Line[];
}

interface AskOptions {
  readonly authorization?: string;
  readonly path?: string;
  readonly signal?: AbortSignal;
}

/** A user of a program, who sees every row. */
export const user = { externalId: 'u1', securityContext: { all: true } } as const;

const chatPath = '/api/v1/public/default/agents/auto/chat';

/** A server whose agents tests talk to, as programs do. */
export class ChatServer implements AsyncDisposable {
  readonly service: ScimService;

  private constructor(service: ScimService) {
    this.service = service;
  }

  static async open(kind: StorePlace['kind'], options: ScimServiceOptions = {}): Promise<ChatServer> {
    const project = join(import.meta.dirname, 'project');
    return new ChatServer(await ScimService.open(kind, { project, ...options }));
  }

  get metadata() {
    return this.service.metadata;
  }

  /** Sends a request and gives the answer before its body has come. */
  send(
    body: unknown,
    { authorization, path = `${chatPath}/stream-chat-state`, signal }: AskOptions = {},
  ): Promise<Response> {
    return fetch(`${this.service.served.origin}${path}`, {
      method: 'POST',
      headers: { authorization: authorization ?? `Api-Key ${this.service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  }

  /** Asks as a user of a program, and reads the whole stream. */
  async ask(body: object, options: AskOptions = {}): Promise<ChatAnswer> {
    const answer = await this.send({ sessionSettings: user, ...body }, options);
    const text = await answer.text();
    const lines = answer.status === 200 ? linesIn(text) : [];
    return { status: answer.status, headers: answer.headers, text, lines };
  }

  async abort(body: object, authorization?: string): Promise<{ readonly status: number; readonly text: string }> {
    const path = `${chatPath}/abort`;
    const answer = await this.send(body, { path, ...(authorization === undefined ? {} : { authorization }) });
    return { status: answer.status, text: await answer.text() };
  }

  async platform(method: string, path: string, body?: unknown, authorization = `Bearer ${this.service.key}`) {
    const answer = await fetch(`${this.service.served.origin}/api/v1${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      body: text.startsWith('{') ? JSON.parse(text.split('\n')[0] ?? '') : undefined,
    };
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.service[Symbol.asyncDispose]();
  }
}

/** Blank lines keep the connection alive. */
export function linesIn(text: string): readonly Line[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line])); // as the server wrote it
}

/** Reads lines as they come. */
export async function* linesOf(answer: Response): AsyncGenerator<Line, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of answer.body ?? []) {
    rest += decoder.decode(piece as Uint8Array, { stream: true });
    const whole = rest.split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) if (line !== '') yield JSON.parse(line) as Line; // likewise
  }
}

export const chatIdOf = ({ lines }: ChatAnswer): string => lines[0]?.state?.chatId ?? '';

export const finalOf = ({ lines }: ChatAnswer): string =>
  lines.findLast(({ graphPath }) => graphPath?.[0] === 'final' && graphPath.length <= 2)?.content ?? '';

export const toolsOf = ({ lines }: ChatAnswer, name?: string) =>
  lines.flatMap(({ id = '', toolCall }) =>
    toolCall && (name === undefined || toolCall.name === name) ? [{ id, ...toolCall }] : [],
  );

/** Results of the queries of a stream. */
export const resultsOf = (answer: ChatAnswer) =>
  toolsOf(answer, 'orrerySqlApi').flatMap(({ result }) => (result === undefined ? [] : [JSON.parse(result)]));
