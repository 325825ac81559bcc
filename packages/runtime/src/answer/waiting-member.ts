import type { RunMember, OpenedPart } from './shared-run.ts';

/** The interface between a member and its run. */
interface RunSide<T, Part extends OpenedPart> {
  stage(): string;
  elapsedMs(): number;
  isWaitedFor(): boolean;
  left(member: WaitingMember<T, Part>, wants: 'nothing' | 'lease' | 'end'): void;
}

/** One request that waits for a run, or takes its parts. */
export class WaitingMember<T, Part extends OpenedPart> implements RunMember<T, Part> {
  readonly owner: string;
  readonly isShared: boolean;
  readonly takesWhole: boolean;
  readonly #outcome = Promise.withResolvers<T>();
  readonly #begun = Promise.withResolvers<Part>();
  readonly #run: RunSide<T, Part>;
  #opened: Part | undefined;
  #isIn = true;

  constructor(
    { owner, isShared, takesWhole }: Pick<WaitingMember<T, Part>, 'owner' | 'isShared' | 'takesWhole'>,
    run: RunSide<T, Part>,
  ) {
    this.owner = owner;
    this.isShared = isShared;
    this.takesWhole = takesWhole;
    this.#run = run;
    this.#outcome.promise.catch(() => undefined); // whoever still waits hears of it
  }

  get outcome(): Promise<T> {
    return this.#outcome.promise;
  }

  get begun(): Promise<Part> {
    return this.#begun.promise;
  }

  begin(part: Part): void {
    this.#opened = part;
    this.#begun.resolve(part);
  }

  succeed(answer: T): void {
    this.#outcome.resolve(answer);
  }

  fail(error: unknown): void {
    this.#outcome.reject(error);
    this.#opened?.fail(error);
  }

  stage(): string {
    return this.#run.stage();
  }

  elapsedMs(): number {
    return this.#run.elapsedMs();
  }

  isWaitedFor(): boolean {
    return this.#run.isWaitedFor();
  }

  leave(): void {
    this.#leave('nothing');
  }

  leaveForNow(): void {
    this.#leave('lease');
  }

  leaveGoing(): void {
    this.#leave('end');
  }

  #leave(wants: 'nothing' | 'lease' | 'end'): void {
    if (!this.#isIn) return;
    this.#isIn = false;
    this.#opened?.leave();
    this.#run.left(this, wants);
  }
}
