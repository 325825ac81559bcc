import { setTimeout as pause } from 'node:timers/promises';
import {
  askServer,
  type KilledProcess,
  type ServerAnswer,
  startServerToKill,
  untilAnswered,
} from './crashed-server.ts';
import { type Provisioned, ProvisionedUsers } from './provisioned.ts';
import type { Random } from './random.ts';

export interface ProvisioningCrashSettings {
  readonly kills: number;
  readonly project: string;
  readonly data: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  /** API key of an admin. */
  readonly key: string;
  readonly random: Random;
}

export interface ProvisioningCrashReport {
  readonly acknowledged: number;
  readonly faults: readonly string[];
}

const provisioners = 4;
/** Kills once something was acknowledged. */
const longestLifeMs = 300;
const pageSize = 200;
const mostFaults = 20;

/**
 * Kills a server while identity providers create, change, deactivate and delete users and put them into groups. Then
 * restarts it and compares all users with the acknowledged state. A request without an answer must be applied
 * completely or not at all.
 */
export async function provisioningCrash(settings: ProvisioningCrashSettings): Promise<ProvisioningCrashReport> {
  const run = new ProvisioningRun(settings);
  for (let kill = 0; kill < settings.kills && run.faults.length < mostFaults; kill += 1) await run.live(kill);
  await run.checkOnce();
  return { acknowledged: run.users.acknowledged, faults: run.faults };
}

class ProvisioningRun {
  readonly users = new ProvisionedUsers();
  readonly faults: string[] = [];
  readonly #settings: ProvisioningCrashSettings;

  constructor(settings: ProvisioningCrashSettings) {
    this.#settings = settings;
  }

  /** One run of the server, from its start to the kill. */
  async live(kill: number): Promise<void> {
    const { random } = this.#settings;
    const server = await this.#startChecked();
    const before = this.users.acknowledged;
    const working = Array.from({ length: provisioners }, (_, index) => this.#provision(`p${index}-${kill}`));
    while (this.users.acknowledged === before && !server.hasEnded() && this.faults.length === 0) await pause(1);
    await pause(random.integer(0, longestLifeMs));
    await server.kill();
    await Promise.all(working);
  }

  async checkOnce(): Promise<void> {
    await (await this.#startChecked()).kill();
  }

  async #startChecked(): Promise<KilledProcess> {
    const server = startServerToKill(this.#settings);
    await untilAnswered(() => this.#ask('GET', '/Users?count=0'), server);
    this.faults.push(...this.users.settle(await this.#found()));
    return server;
  }

  async #found(): Promise<ReadonlyMap<string, Provisioned>> {
    const found = new Map<string, Provisioned>();
    for (let startIndex = 1; ; startIndex += pageSize) {
      const { status, text } = await this.#ask('GET', `/Users?startIndex=${startIndex}&count=${pageSize}`);
      if (status !== 200) throw new Error(`the list of users was answered ${status} ${text}`);
      const { Resources } = JSON.parse(text) as ListedUsers; // the shape that SCIM defines
      for (const user of Resources) found.set(user.userName, readUser(user));
      if (Resources.length < pageSize) return found;
    }
  }

  /** Runs until the server has ended. */
  async #provision(name: string): Promise<void> {
    const groupName = `group ${name}`;
    const made = await this.#ask('POST', '/Groups', { displayName: groupName }).catch(() => undefined);
    if (!made) return;
    if (made.status !== 201) return void this.faults.push(`a group was answered ${made.status} ${made.text}`);
    const group = idIn(made);
    for (let count = 0; this.faults.length === 0; count += 1) {
      if (!(await this.#lifeOfUser(`${name}-${count}`, count, { group, groupName }))) return;
    }
  }

  /** @returns whether every request was answered */
  async #lifeOfUser(
    userName: string,
    count: number,
    { group, groupName }: { readonly group: string; readonly groupName: string },
  ): Promise<boolean> {
    const first = { displayName: 'first', externalId: 'first', active: true, groups: [] };
    const made = await this.#change(userName, first, 201, () => this.#ask('POST', '/Users', { userName, ...first }));
    if (!made) return false;
    const path = `/Users/${idIn(made)}`;
    const second = { ...first, displayName: `second ${count}`, externalId: `second ${count}` };
    const { displayName, externalId } = second;
    if (!(await this.#change(userName, second, 200, () => this.#patch(path, { displayName, externalId }))))
      return false;
    const third = { ...second, groups: [groupName] };
    const members = [{ value: idIn(made) }];
    const join = { Operations: [{ op: 'add', path: 'members', value: members }] };
    if (!(await this.#change(userName, third, 200, () => this.#ask('PATCH', `/Groups/${group}?attributes=id`, join)))) {
      return false;
    }
    if (count % 3 === 0) {
      const fourth = { ...third, active: false };
      if (!(await this.#change(userName, fourth, 200, () => this.#patch(path, { active: 'False' })))) return false;
    }
    if (count % 5 !== 4) return true;
    return (await this.#change(userName, undefined, 204, () => this.#ask('DELETE', path))) !== undefined;
  }

  /** @returns `undefined` if no answer came */
  async #change(
    userName: string,
    wanted: Provisioned | undefined,
    status: number,
    ask: () => Promise<ServerAnswer>,
  ): Promise<ServerAnswer | undefined> {
    this.users.ask(userName, wanted);
    const answer = await ask().catch(() => undefined);
    if (!answer) return undefined;
    if (answer.status === status) this.users.acknowledge(userName);
    else this.faults.push(`${userName} was answered ${answer.status} ${answer.text.slice(0, 200)}`);
    return answer.status === status ? answer : undefined;
  }

  #patch(path: string, value: object): Promise<ServerAnswer> {
    return this.#ask('PATCH', path, { Operations: [{ op: 'replace', value }] });
  }

  #ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<ServerAnswer> {
    const { port, key } = this.#settings;
    const authorization = `Bearer ${key}`;
    return askServer({ port, path: `/api/scim/v2${path}`, authorization, method, ...(body ? { body } : {}) });
  }
}

interface ListedUser {
  readonly userName: string;
  readonly displayName?: string;
  readonly externalId?: string;
  readonly active: boolean;
  readonly groups?: readonly { readonly display: string }[];
}

interface ListedUsers {
  readonly Resources: readonly ListedUser[];
}

function readUser({ displayName = '', externalId = '', active, groups = [] }: ListedUser): Provisioned {
  return { displayName, externalId, active, groups: groups.map(({ display }) => display) };
}

function idIn({ text }: ServerAnswer): string {
  return (JSON.parse(text) as { readonly id: string }).id; // the shape that SCIM defines
}
