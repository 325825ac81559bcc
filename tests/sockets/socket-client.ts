import { once } from 'node:events';
import WebSocket, { type ClientOptions } from 'ws';
import { eventually } from '../eventually.ts';

/** A message of the server. */
export interface Received {
  readonly messageId?: string;
  readonly messageProcessedId?: string;
  readonly handshake?: boolean;
  readonly status?: number;
  readonly message?: Body;
}

interface Body {
  readonly error?: string;
  readonly stage?: string;
  readonly data?: readonly Readonly<Record<string, unknown>>[];
  readonly results?: readonly { readonly data: readonly Readonly<Record<string, unknown>>[] }[];
  readonly problems?: readonly { readonly code: string }[];
}

/** A socket that keeps what it receives. */
export class SocketClient {
  readonly webSocket: WebSocket;
  readonly received: Received[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;

  private constructor(webSocket: WebSocket) {
    this.webSocket = webSocket;
    webSocket.on('error', () => undefined); // a close follows
    webSocket.on('message', (bytes: Buffer) => this.received.push(JSON.parse(bytes.toString()) as Received));
    this.closed = new Promise((resolve) => {
      webSocket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  /** Resolves when the handshake is done. */
  static async open(url: string, options: ClientOptions = {}): Promise<SocketClient> {
    const client = new SocketClient(new WebSocket(url, options));
    await once(client.webSocket, 'open'); // rejects with the error of a refused handshake
    return client;
  }

  send(message: unknown): void {
    this.webSocket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Sends a token, and waits for the answer to it. */
  async authorize(authorization: string): Promise<Received | undefined> {
    const before = this.received.length;
    this.send({ authorization });
    return eventually(() => {
      const answer = this.received
        .slice(before)
        .find(({ handshake, messageId, status }) => handshake || (status && messageId === undefined));
      if (!answer) throw new Error('not answered yet');
      return answer;
    });
  }

  /** Sends a call, and waits until it was processed once more. */
  async call(call: { readonly messageId: string | number } & Readonly<Record<string, unknown>>): Promise<Received> {
    const before = this.received.length;
    this.send(call);
    return this.processed(String(call.messageId), before);
  }

  /** @returns the last answer with this id among what was received after `before` */
  processed(id: string, before = 0): Promise<Received> {
    return eventually(() => {
      const since = this.received.slice(before);
      const answer = since.findLast(({ messageId }) => messageId === id);
      if (!answer || !since.some(({ messageProcessedId }) => messageProcessedId === id))
        throw new Error(`no answer to ${id}`);
      return answer;
    });
  }

  answersTo(id: string): readonly Received[] {
    return this.received.filter(({ messageId }) => messageId === id);
  }

  runsOf(id: string): number {
    return this.received.filter(({ messageProcessedId }) => messageProcessedId === id).length;
  }
}
