import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { isKnock } from './is-knock.ts';
import { makeCertificate } from './make-certificate.ts';

/** A server on this machine with documents by which applications describe themselves. This process trusts its certificate. */
export class DocumentServer implements AsyncDisposable {
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  /** Absent: what `documents` has. */
  answer: ((request: IncomingMessage, reply: ServerResponse) => unknown) | undefined;
  /** By path. */
  readonly documents = new Map<string, object>();
  readonly #server: Server;
  readonly #trustedBefore: string[];

  private constructor(server: Server, trustedBefore: string[]) {
    this.#server = server;
    this.#trustedBefore = trustedBefore;
    server.on('request', (request, reply) => {
      if (isKnock(request)) return reply.writeHead(404).end();
      this.asked.push(request.url ?? '');
      return this.answer ? this.answer(request, reply) : this.#send(request, reply);
    });
  }

  static async open(): Promise<DocumentServer> {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-documents-'));
    const { key, certificate } = makeCertificate(folder, 'localhost');
    const [keyText, certificateText] = [key, certificate].map((file) => readFileSync(file, 'utf8'));
    rmSync(folder, { recursive: true });
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, certificateText ?? '']);
    const server = createServer({ key: keyText, cert: certificateText });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new DocumentServer(server, before);
  }

  get origin(): string {
    return `https://localhost:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port; // it listens on a port
  }

  /** Puts the description of a client at a path. @returns its id */
  describe(path: string, more: object = {}): string {
    const clientId = `${this.origin}${path}`;
    const described = {
      client_id: clientId,
      client_name: 'Described',
      redirect_uris: ['http://127.0.0.1/back'],
      ...more,
    };
    this.documents.set(path, described);
    return clientId;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    setDefaultCACertificates(this.#trustedBefore);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #send({ url = '' }: IncomingMessage, reply: ServerResponse): void {
    const document = this.documents.get(url);
    if (!document) return void reply.writeHead(404).end();
    reply.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=600' });
    reply.end(JSON.stringify(document));
  }
}
