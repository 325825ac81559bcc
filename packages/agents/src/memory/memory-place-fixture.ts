import { migratedPlace, type StorePlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { Memories, type MemoryScope } from './memories.ts';
import type { MemoriesOfTurn, MemoryMode, Told } from './memory.ts';
import { MemoryService } from './memory-service.ts';

const by = { via: 'command' } as const;
const start = 1_770_000_000_000;

/** A store with two spaces of a deployment, and users who talk to their agents. */
export class MemoryPlace implements AsyncDisposable {
  readonly metadata: ServedMetadata;
  readonly memories: Memories;
  readonly service: MemoryService;
  readonly clock: { time: number; now(): number };
  readonly deploymentId = 1;
  /** Numbers of spaces. */
  readonly spaces: { readonly sales: number; readonly web: number };
  readonly #place: StorePlace;

  private constructor(
    metadata: ServedMetadata,
    place: StorePlace,
    clock: MemoryPlace['clock'],
    spaces: readonly number[],
  ) {
    this.metadata = metadata;
    this.#place = place;
    this.clock = clock;
    this.spaces = { sales: spaces[0] ?? 0, web: spaces[1] ?? 0 };
    const dependencies = { database: metadata.store.database, changes: metadata.changes, clock };
    this.memories = new Memories(dependencies);
    this.service = new MemoryService(dependencies);
  }

  static async open(kind: StorePlace['kind']): Promise<MemoryPlace> {
    const clock = { time: start, now: () => clock.time };
    const place = await migratedPlace(kind);
    const metadata = await serveMetadata(place.settings, clock);
    const spaces: number[] = [];
    for (const name of ['sales', 'web']) {
      const values = { deployment_id: 1, name };
      const { id } = await metadata.store.database
        .insertInto('agent_space')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      spaces.push(id);
    }
    return new MemoryPlace(metadata, place, clock, spaces);
  }

  get accountId(): number {
    return this.metadata.accountId;
  }

  async user(username: string, given: { readonly givenName?: string } = {}): Promise<number> {
    const { changes, users } = this.metadata;
    const make = { username, role: 'viewer', ...given } as const;
    const { id } = await changes.changeRights({ accountId: this.accountId, by }, (change) =>
      users.create(change, make),
    );
    return id;
  }

  /** A viewer of embedded content. @param tenant its name */
  async viewer(externalId: string, tenant?: string, more: { readonly expiresAt?: number } = {}): Promise<number> {
    const { changes, embedTenants } = this.metadata;
    return changes.changeRights({ accountId: this.accountId, by }, async (change) => {
      const scope = tenant === undefined ? null : (await embedTenants.ensure(change, tenant)).id;
      return (await embedTenants.upsertUser(change, scope, { externalId, ...more })).user.id;
    });
  }

  scope(userId: number, more: Partial<MemoryScope> = {}): MemoryScope {
    const { accountId, deploymentId } = this;
    return { accountId, deploymentId, spaceId: this.spaces.sales, userId, mode: 'space', ...more };
  }

  async turn(userId: number, mode: Exclude<MemoryMode, 'disabled'> = 'space'): Promise<MemoriesOfTurn> {
    const found = await this.memories.forTurn(this.scope(userId, { mode }));
    if (!found) throw new Error('memories are kept');
    return found;
  }

  /** Texts that a user is answered with. */
  async known(userId: number, more: Partial<MemoryScope> = {}): Promise<readonly string[]> {
    const found = await this.memories.forTurn(this.scope(userId, more));
    return found?.known.map(({ told }) => told.text) ?? [];
  }

  tell(userId: number, told: string | Told, more: Partial<MemoryScope> = {}) {
    const fact = typeof told === 'string' ? ({ kind: 'fact', text: told } as const) : told;
    return this.memories.learn(this.scope(userId, more), fact);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.metadata.close();
    await this.#place.remove();
  }
}
