/** Which request for the rows of a report is its newest: answers of older ones are of no interest any more. */
export class Turns {
  readonly #newest = new Map<number, object>();

  /** @param ids of reports that are asked now @returns whether no later request asks a report */
  begin(ids: readonly number[]): (id: number) => boolean {
    const turn = {};
    for (const id of ids) this.#newest.set(id, turn);
    return (id) => this.#newest.get(id) === turn;
  }
}
