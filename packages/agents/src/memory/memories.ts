import type { Change, Changes } from '@orrery/people';
import type { Learned, MemoriesOfTurn, MemoryMode, Told } from './memory.ts';
import { MemoryService, type MemoryServiceDependencies, type MemoryWriter } from './memory-service.ts';

/** The user and the space of a question: they decide which memories are read, and for which users new ones are written. */
export interface MemoryScope {
  readonly accountId: number;
  readonly deploymentId: number;
  readonly spaceId: number;
  readonly userId: number;
  /** The mode in the files of the agent. */
  readonly mode: MemoryMode;
  /** The conversation, as the source of its memories. */
  readonly chatId?: string | undefined;
}

export interface MemoriesDependencies extends MemoryServiceDependencies {
  readonly changes: Changes;
}

/** Memories for turns of conversations. */
export class Memories {
  readonly #service: MemoryService;
  readonly #changes: Changes;

  constructor({ changes, ...dependencies }: MemoriesDependencies) {
    this.#service = new MemoryService(dependencies);
    this.#changes = changes;
  }

  /** Opens the memories of a turn; `undefined` for agents that remember nothing. */
  async forTurn(scope: MemoryScope): Promise<MemoriesOfTurn | undefined> {
    if (scope.mode === 'disabled') return undefined;
    const isShared = scope.mode === 'space';
    return {
      known: await this.#service.known(scope, scope.userId, isShared),
      isShared,
      learn: (told) => this.learn(scope, told),
      choose: (chosen) => this.#change(scope, (change, writer) => this.#service.choose(change, writer, chosen)),
      markUsed: (ids) => this.#change(scope, (change) => this.#service.markUsed(change, scope, ids)),
    };
  }

  /** Remembers what the user tells. */
  async learn(scope: MemoryScope, told: Told): Promise<Learned> {
    if (scope.mode === 'disabled') return { kind: 'refused', reason: 'this agent remembers nothing' };
    return this.#change(scope, (change, writer) => this.#service.save(change, writer, told));
  }

  #change<T>(scope: MemoryScope, work: (change: Change, writer: MemoryWriter) => Promise<T>): Promise<T> {
    const { accountId, userId, mode, chatId } = scope;
    const writer = { ...scope, isShared: mode === 'space', chatId };
    return this.#changes.makeTogether({ accountId, by: { via: 'app', userId } }, (change) => work(change, writer));
  }
}
