import type { JsonObject } from '@orrery/kernel';
import { hash } from 'node:crypto';
import type { Access, ModelFilter } from '@orrery/semantic';
import { LRUCache } from 'lru-cache';
import type { ModelSnapshot } from '../runtime.ts';
import type { ParsedRequest } from './parse-request.ts';

export interface RequestMemoryFigures {
  readonly requests: number;
  readonly bytes: number;
}

interface RememberedRequest {
  readonly model: ModelSnapshot;
  /** Time slot in which it was bound; see `slotOf`. */
  readonly slot: number;
  readonly request: ParsedRequest;
}

/** Longer requests are parsed each time. */
const longestText = 8 * 1024;
const mostRequests = 500;
/** Memory of a request with its parsed and bound forms, about sixteen times its text. */
const bytesPerCharacter = 16;
const mostBytes = 32 * 1024 * 1024;
/** Bounds on statements that were compiled, together and for one query. */
const mostStatementBytes = 16 * 1024 * 1024;
const longestStatements = 64 * 1024;

/**
 * Remembers parsed and bound requests, so that a repeated query is neither parsed nor bound again, for any caller: text
 * -> parameters, and parameters x rights x model -> bound queries. Rights are the planner's `Access` object, which
 * callers share when policies read equal values of them. The object itself is the key and is never compared in part.
 * Also remembers the statements that answer a query: key of the answer -> statements.
 *
 * Admission is decided before this, and freshness of answers after it. Data derived from an `Access` or a model lives
 * as long as that object.
 */
export class RequestMemory {
  readonly #parameters = new LRUCache<string, JsonObject>({
    max: mostRequests,
    maxSize: mostBytes,
    sizeCalculation: (_, text) => 1 + text.length * bytesPerCharacter,
  });
  readonly #parsed = new WeakMap<JsonObject, WeakMap<Access, RememberedRequest>>();
  readonly #hidden = new WeakMap<Access['hidden'], string>();
  readonly #limits = new WeakMap<Access['policies'], string>();
  readonly #ofModels = new WeakMap<ModelSnapshot, unknown>();
  readonly #statements = new LRUCache<string, { readonly bytes: number }>({
    maxSize: mostStatementBytes,
    maxEntrySize: longestStatements,
    sizeCalculation: ({ bytes }) => bytes,
  });

  get figures(): RequestMemoryFigures {
    const bytes = this.#parameters.calculatedSize + this.#statements.calculatedSize;
    return { requests: this.#parameters.size, bytes };
  }

  /** Returns the same immutable object for equal texts. @param read parses the text */
  parametersOf(text: string, read: () => JsonObject): JsonObject {
    if (text.length > longestText) return read();
    const known = this.#parameters.get(text);
    if (known) return known;
    const parameters = read();
    this.#parameters.set(text, parameters);
    return parameters;
  }

  parsed(parameters: JsonObject, access: Access, model: ModelSnapshot, now: number): ParsedRequest | undefined {
    const known = this.#parsed.get(parameters)?.get(access);
    return known?.model === model && known.slot === slotOf(now) ? known.request : undefined;
  }

  /** @param request request whose meaning does not change until the slot of `now` ends */
  keepParsed(
    parameters: JsonObject,
    access: Access,
    request: ParsedRequest,
    { model, now }: { readonly model: ModelSnapshot; readonly now: number },
  ): void {
    const byAccess = this.#parsed.get(parameters) ?? new WeakMap<Access, RememberedRequest>();
    byAccess.set(access, { model, slot: slotOf(now), request });
    this.#parsed.set(parameters, byAccess);
  }

  /** A short text for the hidden members: equal for all callers who may name the same members of a model. */
  hiddenOf({ hidden }: Pick<Access, 'hidden'>): string {
    if (hidden.size === 0) return '';
    const text = this.#hidden.get(hidden) ?? textOf([...hidden].sort());
    this.#hidden.set(hidden, text);
    return text;
  }

  /**
   * A short text for the members and conditions that policies grant: equal for all callers with the same restrictions
   * on a model, whatever the values are that limit their rows.
   */
  limitsOf({ policies }: Pick<Access, 'policies'>): string {
    if (policies.size === 0) return '';
    const known = this.#limits.get(policies);
    if (known !== undefined) return known;
    const limits = [...policies].map(([name, own]) => [
      name,
      own.map(({ shows, masks, rows }) => [shows === 'all' ? shows : [...shows], [...masks], rows?.flatMap(tested)]),
    ]);
    const text = textOf(limits);
    this.#limits.set(policies, text);
    return text;
  }

  /**
   * Returns the statements of a query as they were compiled for an equal one.
   *
   * @param key key of the answer, which covers all that the statements depend on: the definitions that are read, the
   * bound query, the rights, and the values of the caller @param compile must make the same kind of value in each call
   */
  statementsOf<T extends { readonly bytes: number }>(key: string, compile: () => T): T {
    const known = this.#statements.get(key) as T | undefined; // put there by the one maker
    if (known) return known;
    const compiled = compile();
    this.#statements.set(key, compiled);
    return compiled;
  }

  /** @param make must be the same function for each call */
  ofModel<T>(model: ModelSnapshot, make: () => T): T {
    const known = (this.#ofModels.get(model) as T | undefined) ?? make(); // put there by the one maker
    this.#ofModels.set(model, known);
    return known;
  }
}

function textOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}

function tested(filter: ModelFilter): readonly string[] {
  return filter.kind === 'member' ? [filter.member] : filter.filters.flatMap(tested);
}

/** The multiple at which days, and with them weeks, months and years, begin in every time zone. */
const slotMs = 15 * 60 * 1000;

/** Two moments of one slot are on the same day in every time zone. */
export function slotOf(now: number): number {
  return Math.floor(now / slotMs);
}
