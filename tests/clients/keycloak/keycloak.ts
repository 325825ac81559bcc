import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../servers/free-port.ts';

const run = promisify(execFile);
const distribution = 'org.keycloak:keycloak-quarkus-dist:26.4.5:zip';
const unpack = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack';
const admin = { username: 'keeper', password: 'a password of the keeper' };
const lastLines = 40;

/** Part of a client that Keycloak proposes. */
interface SamlClient {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** Keycloak in a folder of its own, with one realm. Needs Java and Maven, which brings it. */
export class Keycloak implements AsyncDisposable {
  readonly realm = 'company';
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | undefined;
  #said: string[] = [];

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /** Fetches it, and takes an address; `serve` starts it. */
  static async open(): Promise<Keycloak> {
    const folder = await mkdtemp(join(tmpdir(), 'orrery-keycloak-'));
    await run('mvn', ['-q', '-B', unpack, `-Dartifact=${distribution}`, `-DoutputDirectory=${folder}`], {
      cwd: folder,
    });
    return new Keycloak(join(folder, `keycloak-${distribution.split(':')[2]}`), await freePort());
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get issuer(): string {
    return `${this.origin}/realms/${this.realm}`;
  }

  /** Where it describes itself as a provider of SAML. */
  get samlMetadata(): string {
    return `${this.issuer}/protocol/saml/descriptor`;
  }

  /** Starts it. @param realm the rest of its description, in the form of Keycloak's exports */
  async serve(realm: object): Promise<void> {
    const imports = join(this.#folder, 'data/import');
    await mkdir(imports, { recursive: true });
    const all = { realm: this.realm, enabled: true, sslRequired: 'none', ...realm };
    await writeFile(join(imports, 'realm.json'), JSON.stringify(all));
    const given = ['start-dev', '--import-realm', '--http-host=127.0.0.1', `--http-port=${this.#port}`];
    const child = spawn('sh', [join(this.#folder, 'bin/kc.sh'), ...given], {
      // A group of its own, because the script starts Java.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
        JAVA_OPTS_KC_HEAP: '-Xmx512m',
      },
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        this.#said = [...this.#said, ...text.toString().split('\n')].slice(-lastLines);
      });
    }
    while (!(await this.#answers())) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`Keycloak has ended:\n${this.#said.join('\n')}`);
      await pause(200);
    }
  }

  /** Lets an application ask it who somebody is. @param client in the form of Keycloak's exports */
  async addClient(client: object): Promise<void> {
    await this.#administer('POST', '/clients', client);
  }

  /** Reads the metadata of a service as its admins do. @returns a client in the form of Keycloak's exports */
  async clientIn(metadata: string): Promise<SamlClient> {
    return JSON.parse(await this.#administer('POST', '/client-description-converter', metadata));
  }

  /** Adds a key for signatures, which it publishes. @returns begins to sign by that key */
  async addKey(): Promise<() => Promise<void>> {
    const provider = { providerId: 'rsa-generated', providerType: 'org.keycloak.keys.KeyProvider' };
    const config = { priority: ['200'], enabled: ['true'], active: ['false'], keySize: ['2048'], algorithm: ['RS256'] };
    await this.#administer('POST', '/components', { name: 'next', ...provider, config });
    const [made] = JSON.parse(await this.#administer('GET', '/components?name=next'));
    const active = { ...made, config: { ...made.config, active: ['true'] } };
    return async () => void (await this.#administer('PUT', `/components/${made.id}`, active));
  }

  /** Ends all sessions of a person there, as its admins do. */
  async endSessionsOf(username: string): Promise<void> {
    const [user] = JSON.parse(await this.#administer('GET', `/users?exact=true&username=${username}`));
    await this.#administer('POST', `/users/${user.id}/logout`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (child?.pid !== undefined && child.exitCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    await rm(join(this.#folder, '..'), { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    const answer = await fetch(`${this.issuer}/.well-known/openid-configuration`).catch(() => undefined);
    return answer?.ok === true;
  }

  async #administer(method: string, path: string, body?: object | string): Promise<string> {
    const form = { grant_type: 'password', client_id: 'admin-cli', ...admin };
    const token = `${this.origin}/realms/master/protocol/openid-connect/token`;
    const { access_token: given } = JSON.parse(
      await textOf(token, { method: 'POST', body: new URLSearchParams(form) }),
    );
    const type = typeof body === 'string' ? 'application/xml' : 'application/json';
    return textOf(`${this.origin}/admin/realms/${this.realm}${path}`, {
      method,
      headers: { authorization: `Bearer ${given}`, ...(body ? { 'content-type': type } : {}) },
      ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
  }
}

async function textOf(address: string, init: RequestInit): Promise<string> {
  const answer = await fetch(address, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Keycloak answers ${address} with ${answer.status} ${text}`);
  return text;
}
