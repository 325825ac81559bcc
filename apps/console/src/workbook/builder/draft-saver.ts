import { messageOf } from '../../api/message-of.ts';
import type { Draft } from './draft.ts';

const saveAfterMs = 400;

export type Saving = { readonly kind: 'saved' | 'saving' } | { readonly kind: 'failed'; readonly text: string };

/**
 * Saves a draft a moment after it has changed, one request at a time. What changes while a request runs is saved after
 * it. A draft that could not be saved is sent again with the next change, or when it is asked for.
 */
export class DraftSaver {
  /** `undefined` after a failure: the server may have taken the draft, or not. */
  #stored: Draft | undefined;
  #latest: Draft;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isDiscarded = false;
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
    if (this.#isDiscarded) return;
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

  /** Nothing is saved from now on. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#isDiscarded = true;
    this.#tell({ kind: 'saved' });
  }

  async #save(): Promise<void> {
    while (this.#latest !== this.#stored && !this.#isDiscarded) {
      this.#tell({ kind: 'saving' });
      const next = this.#latest;
      try {
        await this.#send(next);
        this.#stored = next;
      } catch (error) {
        this.#stored = undefined;
        return this.#tell({ kind: 'failed', text: messageOf(error) });
      }
    }
    this.#tell({ kind: 'saved' });
  }
}
