import { once } from 'node:events';
import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect as connectPlainly } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selfSigned } from '../../packages/server/src/http/tls/self-signed.ts';
import { rawGet, type ServerProcess, startProcess } from './server-process.ts';
import { eventually } from '../eventually.ts';

let directory: string;
let server: ServerProcess;
const place = (name: string) => join(directory, name);

/** Certificate and key for this host, in the location where certbot would put the pair with this number. */
async function issue(host: string, number: number): Promise<void> {
  const made = await selfSigned({ dataDirectory: directory, host, clock: Date }).read();
  writeFileSync(place(`fullchain${number}.pem`), made.cert);
  writeFileSync(place(`privkey${number}.pem`), made.key);
}

function pointTo(number: number, ...names: readonly string[]): void {
  for (const name of names) {
    symlinkSync(`${name}${number}.pem`, place('link'));
    renameSync(place('link'), place(`${name}.pem`));
  }
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-certificates-'));
  cpSync(join(import.meta.dirname, 'project'), place('project'), { recursive: true });
  await issue('first.example.com', 1);
  await issue('second.example.com', 2);
  pointTo(1, 'fullchain', 'privkey');
  server = await startProcess(['--project', 'project', '--tls-cert', 'fullchain.pem', '--tls-key', 'privkey.pem'], {
    directory,
  });
});

afterAll(async () => {
  expect(await server?.stop()).toBe(0);
  rmSync(directory, { recursive: true, force: true });
});

async function handshake(
  options: ConnectionOptions = {},
): Promise<{ readonly name: string; readonly protocol: string }> {
  const port = Number(new URL(server.origin).port);
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
  await once(socket, 'secureConnect');
  const found = { name: String(socket.getPeerCertificate().subject.CN), protocol: String(socket.getProtocol()) };
  socket.destroy();
  return found;
}

it('a replaced certificate is served without a restart; a partial replacement keeps the old one', async () => {
  expect(await handshake()).toEqual({ name: 'first.example.com', protocol: 'TLSv1.3' });
  pointTo(2, 'privkey');
  await eventually(() => expect(server.output().logged).toContain('the previous certificate keeps serving'));
  expect((await handshake()).name).toBe('first.example.com');
  pointTo(2, 'fullchain');
  await eventually(async () => expect((await handshake()).name).toBe('second.example.com'));
  expect(server.output().logged.match(/the previous certificate keeps serving/g)).toHaveLength(1);
  expect(server.output().logged).not.toContain('PRIVATE KEY');
});

it('old versions of TLS are refused', async () => {
  expect((await handshake({ maxVersion: 'TLSv1.2' })).protocol).toBe('TLSv1.2');
  await expect(handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' })).rejects.toThrow();
});

it('a plain HTTP request to the HTTPS port ends its connection and affects no other client', async () => {
  const port = Number(new URL(server.origin).port);
  const all = Array.from({ length: 50 }, async () => {
    const socket = connectPlainly(port, '127.0.0.1', () => socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'));
    let answered = '';
    socket.on('data', (bytes: Buffer) => (answered += bytes.toString('latin1'))).on('error', () => undefined);
    await once(socket, 'close');
    return answered;
  });
  for (const answered of await Promise.all(all)) expect(answered).not.toContain('HEALTH');
  expect((await rawGet(`${server.origin}/livez`)).status).toBe(200);
});
