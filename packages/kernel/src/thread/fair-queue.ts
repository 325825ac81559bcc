/** The owner of a request. */
export interface RequestOwner {
  readonly account: string;
  readonly caller: string;
}

/** Requests that wait, which come out by turns: of the accounts, and of the callers of an account. */
export class FairQueue<Item> {
  readonly #accounts = new Map<string, Map<string, Item[]>>();

  add({ account, caller }: RequestOwner, item: Item): void {
    const callers = this.#accounts.get(account) ?? new Map<string, Item[]>();
    const items = callers.get(caller) ?? [];
    items.push(item);
    callers.set(caller, items);
    this.#accounts.set(account, callers);
  }

  /** The next one; undefined when none waits. */
  take(): Item | undefined {
    const [first] = this.#accounts;
    if (!first) return undefined;
    const [account, callers] = first;
    const [turn] = callers;
    if (!turn) throw new Error('an account in the line has a caller');
    const [caller, items] = turn;
    const item = items.shift();
    // Those who had their turn stand behind the others.
    callers.delete(caller);
    if (items.length > 0) callers.set(caller, items);
    this.#accounts.delete(account);
    if (callers.size > 0) this.#accounts.set(account, callers);
    return item;
  }

  /** Takes all of them. */
  clear(): readonly Item[] {
    const items = [...this.#accounts.values()].flatMap((callers) => [...callers.values()].flat());
    this.#accounts.clear();
    return items;
  }
}
