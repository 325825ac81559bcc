import { messageOf } from '../../api/message-of.ts';
import type { Draft } from '../../model/dashboard-draft.ts';

const saveAfterMs = 400;

/** A draft that somebody else has saved meanwhile. */
export interface OtherDraft {
  readonly draft: Draft;
  readonly revision: string | undefined;
  /** The user who saved it; absent where that is no longer known. */
  readonly by: string | undefined;
  /** An instant of ISO 8601. */
  readonly at: string;
}

/** Thrown by a request that would have replaced what somebody else has saved. */
export class DraftConflict extends Error {
  readonly other: OtherDraft;

  constructor(other: OtherDraft) {
    super('somebody else has changed the draft');
    this.other = other;
  }
}

export type Saving =
  | { readonly kind: 'saved' | 'saving' }
  | { readonly kind: 'failed'; readonly text: string }
  /** Saving is paused until the user chooses which draft stays. */
  | { readonly kind: 'conflict'; readonly other: OtherDraft };

/**
 * Saves a draft a moment after it has changed, one request at a time. Changes made while a request runs are saved after
 * it. A draft that could not be saved is sent again with the next change, or when `settle` is called.
 */
export class DraftSaver {
  /** `undefined` after a failure: the server may have taken the draft, or not. */
  #stored: Draft | undefined;
  #latest: Draft;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isDiscarded = false;
  #isInConflict = false;
  readonly #send: (draft: Draft) => Promise<unknown>;
  readonly #tell: (saving: Saving) => void;

  constructor(first: Draft, send: (draft: Draft) => Promise<unknown>, tell: (saving: Saving) => void) {
    this.#stored = first;
    this.#latest = first;
    this.#send = send;
    this.#tell = tell;
  }

  take(draft: Draft): void {
    if (draft === this.#latest) return;
    this.#latest = draft;
    clearTimeout(this.#timer);
    if (this.#isDiscarded || this.#isInConflict) return;
    if (draft === this.#stored && !this.#running) return this.#tell({ kind: 'saved' });
    this.#tell({ kind: 'saving' });
    this.#timer = setTimeout(() => void this.settle(), saveAfterMs);
  }

  /** Saves what is not saved yet, without delay. @returns when no request runs any more */
  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running ??= this.#save().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Stops all saving from now on. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#isDiscarded = true;
    this.#tell({ kind: 'saved' });
  }

  /** Whether everything is saved. */
  isSettled(): boolean {
    return this.#latest === this.#stored && !this.#isInConflict;
  }

  /** Whether changes would be lost with the page, because somebody has to say which draft stays. */
  isInConflict(): boolean {
    return this.#isInConflict && !this.#isDiscarded;
  }

  /** Sends the draft once more, also where it was saved: it may have been replaced since. */
  sendAgain(): Promise<void> {
    this.#stored = undefined;
    this.#isInConflict = false;
    return this.settle();
  }

  /** Goes on with a draft that the server has. */
  replace(draft: Draft): void {
    clearTimeout(this.#timer);
    this.#stored = draft;
    this.#latest = draft;
    this.#isInConflict = false;
    this.#tell({ kind: 'saved' });
  }

  async #save(): Promise<void> {
    while (this.#latest !== this.#stored && !this.#isDiscarded) {
      if (this.#isInConflict) return;
      this.#tell({ kind: 'saving' });
      const next = this.#latest;
      try {
        await this.#send(next);
        this.#stored = next;
      } catch (error) {
        this.#stored = undefined;
        this.#isInConflict = error instanceof DraftConflict;
        if (error instanceof DraftConflict) return this.#tell({ kind: 'conflict', other: error.other });
        return this.#tell({ kind: 'failed', text: messageOf(error) });
      }
    }
    this.#tell({ kind: 'saved' });
  }
}
