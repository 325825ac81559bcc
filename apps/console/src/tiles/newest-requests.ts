/** The newest request for the rows of each tile: answers of older ones are of no interest any more. */
export class NewestRequests<Id> {
  readonly #newest = new Map<Id, object>();

  /** @param ids of tiles that are asked now @returns whether no later request asks a tile */
  begin(ids: readonly Id[]): (id: Id) => boolean {
    const request = {};
    for (const id of ids) this.#newest.set(id, request);
    return (id) => this.#newest.get(id) === request;
  }

  /** No request is the newest any more. */
  drop(): void {
    this.#newest.clear();
  }
}
