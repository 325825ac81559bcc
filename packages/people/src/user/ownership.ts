import type { Writer } from '@orrery/store';

/** What users own in one feature. The feature registers it with the user service, which transfers it when a user is deleted. */
export interface Ownership {
  /** As the audit log names what was transferred. */
  readonly name: 'items' | 'notifications';
  /** @returns how many things have another owner now */
  transfer(writer: Writer, from: number, to: number): Promise<number>;
}

/** Everything that users own. */
export class Ownerships {
  readonly #byName = new Map<Ownership['name'], Ownership>();

  register(ownership: Ownership): void {
    this.#byName.set(ownership.name, ownership);
  }

  async transfer(writer: Writer, from: number, to: number): Promise<Readonly<Record<string, number>>> {
    const transferred: Record<string, number> = {};
    for (const [name, ownership] of this.#byName) transferred[name] = await ownership.transfer(writer, from, to);
    return transferred;
  }
}
