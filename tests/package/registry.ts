import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip, constants } from 'node:zlib';

interface Tarball {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly bytes: Buffer;
}

/** A registry of npm on this machine that serves a few packages, and nothing that it would have to fetch. */
export class Registry {
  readonly #packages = new Map<string, Tarball>();
  readonly #server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url.slice(1));
    const tarball = this.#packages.get(path.replace(/\/-\/package\.tgz$/, ''));
    if (!tarball) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    if (path.endsWith('/-/package.tgz')) return void response.end(tarball.bytes);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(this.#describe(tarball)));
  });

  /** @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return this.#origin;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Serves a file that `npm pack` made of an unpacked package. */
  addFile(unpacked: string, file: string): void {
    this.#add(unpacked, readFileSync(file));
  }

  /** Serves a package as it is installed in this repository, packed as well as a test needs it. */
  async addInstalled(folder: string): Promise<void> {
    const packing = spawn('tar', ['-c', '-C', folder, '--transform', 's,^\\.,package,', '.'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#add(folder, await buffer(packing.stdout.pipe(createGzip({ level: constants.Z_BEST_SPEED }))));
  }

  #add(folder: string, bytes: Buffer): void {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Tarball['manifest'];
    this.#packages.set(manifest.name, { manifest, bytes });
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // it listens on TCP
  }

  #describe({ manifest, bytes }: Tarball): unknown {
    const { name, version } = manifest;
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const dist = { tarball: `${this.#origin}/${name}/-/package.tgz`, integrity };
    return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
  }
}
