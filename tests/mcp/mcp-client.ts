import { expect } from 'vitest';

type Json = Readonly<Record<string, unknown>>;

export interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The message in the body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- of our own service; the tests assert the relevant fields
  readonly message: any;
}

/** Sends messages of the protocol as they are on the wire, in the revision before the newest. */
export class McpClient {
  readonly #address: string;
  readonly #authorization: string | undefined;

  /** @param authorization the whole header; absent: none */
  constructor(origin: string, authorization?: string, parameters = '') {
    this.#address = `${origin}/api/mcp${parameters}`;
    this.#authorization = authorization;
  }

  async send(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<McpAnswer> {
    const answer = await fetch(this.#address, {
      method: 'POST',
      headers: {
        ...(this.#authorization === undefined ? {} : { authorization: this.#authorization }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      message: data === '' ? undefined : JSON.parse(data),
    };
  }

  request(method: string, params?: Json): Promise<McpAnswer> {
    return this.send({ jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) });
  }

  /** Calls a tool. */
  call(name: string, args: Json = {}): Promise<McpAnswer> {
    return this.request('tools/call', { name, arguments: args });
  }

  /** Calls a tool that has to succeed; its result is structured, and the same as text. */
  async result(name: string, args: Json = {}) {
    const { status, text, message } = await this.call(name, args);
    expect([status, message.result?.isError, text]).toEqual([200, undefined, text]);
    const { structuredContent, content } = message.result;
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect(structuredContent.notice).toContain('not instructions');
    return structuredContent;
  }

  /** Calls a tool that has to fail. @returns what an assistant reads */
  async failure(name: string, args: Json = {}): Promise<string> {
    const { status, text, message } = await this.call(name, args);
    expect([status, message.result?.isError, text]).toEqual([200, true, text]);
    return message.result.content[0].text;
  }
}
