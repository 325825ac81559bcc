import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly sender: string;
  /** Recipients of the envelope, which may differ from the headers. */
  readonly recipients: readonly string[];
  readonly source: string;
  readonly mail: Email;
}

interface MailServerOptions {
  /** The reply to a recipient; absent: the recipient is accepted. */
  readonly refuse?: (address: string) => { readonly code: number; readonly text: string } | undefined;
  /** Whether the connection ends in the middle of a mail for this recipient. */
  readonly hangUpOn?: (address: string) => boolean;
  readonly credentials?: { readonly user: string; readonly password: string };
}

interface OpenConnection {
  readonly id: string;
  readonly _socket: Socket;
}

/** A mail server on this machine that keeps the mails it receives. */
export class MailServer implements AsyncDisposable {
  readonly received: ReceivedMail[] = [];
  readonly #server: SMTPServer;
  #port = 0;

  private constructor({ refuse, hangUpOn, credentials }: MailServerOptions) {
    const options: SMTPServerOptions = {
      disabledCommands: credentials ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      allowInsecureAuth: true,
      authOptional: !credentials,
      logger: false,
      closeTimeout: 1, // clients keep connections open
      onAuth: ({ username, password }, _, done) => {
        const isKnown = username === credentials?.user && password === credentials?.password;
        if (isKnown) done(null, { user: username });
        else done(new Error('who are you'));
      },
      onRcptTo: ({ address }, _, done) => {
        const refusal = refuse?.(address);
        if (refusal) done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
        else done();
      },
      onData: (stream, { envelope, id }, done) => {
        if (envelope.rcptTo.some(({ address }) => hangUpOn?.(address))) this.#hangUp(id);
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const source = Buffer.concat(chunks);
          this.received.push({
            sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            recipients: envelope.rcptTo.map(({ address }) => address),
            source: source.toString('utf8'),
            mail: await readMail(source),
          });
          done();
        });
      },
    };
    this.#server = new SMTPServer(options);
  }

  static async open(options: MailServerOptions = {}): Promise<MailServer> {
    const opened = new MailServer(options);
    const listening = Promise.withResolvers<void>();
    opened.#server.on('error', () => undefined); // clients that hang up
    const { server } = opened.#server;
    opened.#server.listen(0, '127.0.0.1', () => listening.resolve());
    await listening.promise;
    const address = server.address();
    opened.#port = typeof address === 'object' && address !== null ? address.port : 0;
    return opened;
  }

  #hangUp(sessionId: string): void {
    // The types omit the open connections and their sockets.
    const { connections } = this.#server as unknown as { readonly connections: Iterable<OpenConnection> };
    for (const { id, _socket } of connections) if (id === sessionId) _socket.destroy();
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    await promise;
  }
}

/** A message as mail programs read it. */
export function readMail(source: string | Uint8Array): Promise<Email> {
  return PostalMime.parse(source);
}
