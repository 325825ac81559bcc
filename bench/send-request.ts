import { type Agent, request } from 'node:http';

interface SentRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  readonly authorization: string;
  /** The media type of the body; `application/json` by default. */
  readonly type?: string;
}

/** @returns the body of the answer; throws unless its status is below 300 */
export function sendRequest({ port }: { readonly port: number }, agent: Agent, sent: SentRequest): Promise<string> {
  const { method, path, body, authorization, type = 'application/json' } = sent;
  return new Promise((done, fail) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization,
      'x-forwarded-proto': 'https',
      ...(text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    };
    const outgoing = request({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', fail);
      answer.on('end', () => {
        const read = Buffer.concat(chunks).toString();
        if ((answer.statusCode ?? 500) < 300) done(read);
        else fail(new Error(`${method} ${path} answered ${answer.statusCode}: ${read}`));
      });
    });
    outgoing.on('error', fail).end(text);
  });
}
