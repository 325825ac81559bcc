import type { FrameSession } from './frame-session.ts';

/** Why a request has no answer. */
export interface ServerRefusal {
  /** 0 when the server cannot be reached. */
  readonly status: number;
  readonly text: string;
  readonly requestId: string | undefined;
}

export interface ServerConnection {
  /** Path or address before `/api`, without a slash at the end. */
  readonly basePath: string;
  readonly session: Pick<FrameSession, 'token' | 'isOfViewer' | 'end'>;
  /** Never as a user who has signed in: nothing is sent without a token. */
  readonly isOfViewersOnly?: boolean | undefined;
}

type ServerAnswer<T> = { readonly ok: true; readonly body: T } | ({ readonly ok: false } & ServerRefusal);

/**
 * Sends requests as the viewer, with the token; on a page that is of no viewer, with the cookie of a user who signed in
 * inside of the frame. The cookie never takes the place of a token that is over.
 */
export class Server {
  readonly #input: ServerConnection;

  constructor(input: ServerConnection) {
    this.#input = input;
  }

  async json<T>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<ServerAnswer<T>> {
    const answer = await this.#send(path, { body, method });
    if (!(answer instanceof Response)) return { ok: false, ...answer };
    if (answer.status === 204) return { ok: true, body: undefined as T };
    return { ok: true, body: await answer.json() };
  }

  /** Calls `take` with each line of the answer, as it arrives. @returns why there are no further lines; `undefined` at the end */
  async lines(
    path: string,
    body: object,
    take: (line: unknown) => void,
    signal: AbortSignal,
  ): Promise<ServerRefusal | undefined> {
    const answer = await this.#send(path, { body, method: 'POST', signal });
    if (!(answer instanceof Response)) return answer;
    let text = '';
    try {
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value = '' } = (await reader?.read()) ?? { done: true };
        text += value;
        const lines = text.split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) if (line !== '') take(JSON.parse(line));
        if (done) return undefined;
      }
    } catch {
      return unreachable;
    }
  }

  async #send(
    path: string,
    {
      body,
      method,
      signal,
    }: { readonly body: object | undefined; readonly method: string; readonly signal?: AbortSignal },
  ): Promise<Response | ServerRefusal> {
    const { basePath, session, isOfViewersOnly = false } = this.#input;
    const { token } = session;
    if (token === undefined && (isOfViewersOnly || session.isOfViewer)) return over;
    try {
      const answer = await fetch(`${basePath}/api/v1${path}`, {
        method,
        // A token goes nowhere else.
        ...(token === undefined ? { credentials: 'same-origin' } : { credentials: 'omit', redirect: 'error' }),
        headers: {
          ...(token === undefined ? {} : { authorization: `Embed-Token ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
      if (answer.ok) return answer;
      if (answer.status === 401 && token !== undefined) session.end();
      const { error } = await answer.json().catch(() => ({}));
      const requestId = answer.headers.get('x-request-id') ?? undefined;
      return { status: answer.status, text: typeof error === 'string' ? error : `${answer.status}`, requestId };
    } catch {
      return unreachable;
    }
  }
}

const over: ServerRefusal = { status: 401, text: 'This embedded session has expired.', requestId: undefined };
const unreachable: ServerRefusal = { status: 0, text: 'The server cannot be reached.', requestId: undefined };
