import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { askingModel, CallFailed, joined, type ModelObject, type ModelPart } from '../call/index.ts';
import type { ServerConnections } from '@orrery/engines';
import { importPackage, modelConnections, openModel, secretsIn } from '../provider/index.ts';
import type { ModelThreadData, ModelToAsk, NewsOfAnswer, ToModels } from './model-messages.ts';

/** Time between two tellings, when the first one was taken. */
const everyMs = 10;
/** The maximum number of answers in one message, so that a message is work for a few milliseconds. */
const mostTogether = 100;
/** Objects of models that are kept for the next question. */
const mostKept = 100;

const failedText = 'The call of the model failed';

interface News {
  readonly parts: ModelPart[];
  end?: NewsOfAnswer['end'];
}

/**
 * The models with running calls, within their thread. One message has the news of all answers. It is sent at most every
 * few milliseconds, and not before the main thread has taken the previous one: a busy main thread gets longer texts
 * less often.
 */
export class AskedModels {
  readonly #connections: ServerConnections;
  readonly #tell: (news: readonly NewsOfAnswer[]) => void;
  readonly #asked = new Map<number, AbortController>();
  readonly #news = new Map<number, News>();
  /** The opened models, by a hash of their settings. */
  readonly #opened = new LRUCache<string, Promise<ModelObject>>({ max: mostKept });
  #isTaken = true;
  #isDue = false;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor({ rule, times }: ModelThreadData, tell: (news: readonly NewsOfAnswer[]) => void) {
    this.#connections = modelConnections(rule, times);
    this.#tell = tell;
  }

  take(message: ToModels): void {
    switch (message.kind) {
      case 'ask':
        return void this.#ask(message);
      case 'leave':
        this.#news.delete(message.id);
        return this.#asked.get(message.id)?.abort();
      case 'taken':
        this.#isTaken = true;
        return this.#plan();
    }
  }

  async #ask({ id, model, question }: Extract<ToModels, { kind: 'ask' }>): Promise<void> {
    const leaving = new AbortController();
    this.#asked.set(id, leaving);
    let end: NewsOfAnswer['end'] = 'whole';
    try {
      const ask = askingModel(() => this.#open(model), secretsIn(model.credential));
      await ask(question, leaving.signal, (part) => this.#add(id, part));
    } catch (error) {
      // Whatever happens to one answer, others go on.
      const failure = error instanceof CallFailed ? error : new CallFailed(failedText, { failure: 'failed' });
      end = failure.toSend();
    }
    this.#asked.delete(id);
    if (leaving.signal.aborted) return;
    this.#newsOf(id).end = end;
    this.#plan();
  }

  #add(id: number, part: ModelPart): void {
    if (this.#asked.get(id)?.signal.aborted !== false) return;
    const { parts } = this.#newsOf(id);
    const last = parts.at(-1);
    const longer = last && joined(last, part);
    if (longer) parts[parts.length - 1] = longer;
    else parts.push(part);
    this.#plan();
  }

  #newsOf(id: number): News {
    const known = this.#news.get(id);
    if (known) return known;
    const news: News = { parts: [] };
    this.#news.set(id, news);
    return news;
  }

  #plan(): void {
    if (!this.#isTaken || this.#isDue || this.#news.size === 0) return;
    this.#isDue = true;
    const waitMs = this.#toldAt + everyMs - performance.now();
    if (waitMs > 0) setTimeout(() => this.#send(), waitMs);
    else setImmediate(() => this.#send());
  }

  #send(): void {
    this.#isDue = false;
    const told: NewsOfAnswer[] = [];
    for (const [id, news] of this.#news) {
      if (told.length === mostTogether) break;
      told.push({ id, ...news });
      this.#news.delete(id);
    }
    if (told.length === 0) return; // they were left
    this.#isTaken = false;
    this.#toldAt = performance.now();
    this.#tell(told);
  }

  async #open(model: ModelToAsk): Promise<ModelObject> {
    const key = createHash('sha256').update(JSON.stringify(model)).digest('hex'); // credentials are not kept as keys
    const known = this.#opened.get(key);
    if (known) return known;
    const fetch = this.#connections.fetchFor(model);
    const opening = openModel(model, { fetch, importPackage });
    this.#opened.set(key, opening);
    opening.catch(() => this.#opened.delete(key));
    return opening;
  }
}
