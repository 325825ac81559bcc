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
  readonly place: BoundPlace;
}

type BoundRequests = WeakMap<Access, RememberedRequest>;

/** Where a bound request is, so that it is forgotten when there is no room; it keeps neither rights nor a model. */
interface BoundPlace {
  readonly requests: WeakRef<BoundRequests>;
  readonly access: WeakRef<Access>;
}

/** Longer requests are parsed each time. */
const longestText = 8 * 1024;
const mostRequests = 500;
/** Memory of a parsed request, and of each of its bound forms, about sixteen times its text. */
const bytesPerCharacter = 16;
const bytesPerCharacterOfRules = 4;
const mostBytes = 32 * 1024 * 1024;
/** Bound on requests as they are bound for different rights: each caller with other values in policies has its own. */
const mostBoundBytes = 64 * 1024 * 1024;
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
  readonly #parsed = new WeakMap<JsonObject, BoundRequests>();
  readonly #bytes = new WeakMap<JsonObject, number>();
  readonly #bound = new LRUCache<BoundPlace, number>({
    maxSize: mostBoundBytes,
    sizeCalculation: (bytes) => bytes,
    dispose: (_, place) => forget(place),
  });
  readonly #hidden = new WeakMap<Access['hidden'], string>();
  readonly #limits = new WeakMap<Access['policies'], string>();
  readonly #ofModels = new WeakMap<ModelSnapshot, unknown>();
  readonly #statements = new LRUCache<string, { readonly bytes: number }>({
    maxSize: mostStatementBytes,
    maxEntrySize: longestStatements,
    sizeCalculation: ({ bytes }) => bytes,
  });

  get figures(): RequestMemoryFigures {
    const bytes = this.#parameters.calculatedSize + this.#bound.calculatedSize + this.#statements.calculatedSize;
    return { requests: this.#parameters.size, bytes };
  }

  /** Returns the same immutable object for equal texts. @param read parses the text */
  parametersOf(text: string, read: () => JsonObject): JsonObject {
    if (text.length > longestText) return read();
    const known = this.#parameters.get(text);
    if (known) {
      // Most texts come once; bound forms are only kept for a text that came again.
      if (!this.#bytes.has(known)) this.#bytes.set(known, 1 + text.length * bytesPerCharacter);
      return known;
    }
    const parameters = read();
    this.#parameters.set(text, parameters);
    return parameters;
  }

  /**
   * Lets parameters be bound once that are kept elsewhere.
   *
   * @param whole parameters that they are a part of; absent: the caller keeps them
   */
  adopt(parameters: JsonObject, whole?: JsonObject): void {
    if (this.#bytes.has(parameters) || (whole && !this.#bytes.has(whole))) return;
    const { length } = JSON.stringify(parameters);
    if (length <= longestText) this.#bytes.set(parameters, 1 + length * bytesPerCharacter);
  }

  parsed(parameters: JsonObject, access: Access, model: ModelSnapshot, now: number): ParsedRequest | undefined {
    const known = this.#parsed.get(parameters)?.get(access);
    if (known?.model !== model || known.slot !== slotOf(now)) return undefined;
    this.#bound.get(known.place); // used last
    return known.request;
  }

  /**
   * Keeps a bound request, if its parameters are kept and were requested before.
   *
   * @param request request whose meaning does not change until the slot of `now` ends
   */
  keepParsed(
    parameters: JsonObject,
    access: Access,
    request: ParsedRequest,
    { model, now }: { readonly model: ModelSnapshot; readonly now: number },
  ): void {
    const own = this.#bytes.get(parameters);
    if (own === undefined) return;
    const bytes = own + bytesOfRules(request);
    const requests: BoundRequests = this.#parsed.get(parameters) ?? new WeakMap();
    this.#parsed.set(parameters, requests);
    const before = requests.get(access);
    if (before) this.#bound.delete(before.place);
    const place = { requests: new WeakRef(requests), access: new WeakRef(access) };
    requests.set(access, { model, slot: slotOf(now), request, place });
    this.#bound.set(place, bytes);
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

/** Memory of the rows that policies leave, which may list thousands of values of a caller. */
function bytesOfRules({ queries }: ParsedRequest): number {
  const rules = queries.flatMap(({ prepared }) => prepared.bound.rowRules);
  return rules.length === 0 ? 0 : JSON.stringify(rules).length * bytesPerCharacterOfRules;
}

function forget(place: BoundPlace): void {
  const [requests, access] = [place.requests.deref(), place.access.deref()];
  if (requests && access && requests.get(access)?.place === place) requests.delete(access);
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
