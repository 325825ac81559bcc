import { shownLiteral } from '@orrery/kernel';
import type { CursorShown } from '@orrery/runtime';
import { WireFailure } from '../protocol/wire-failure.ts';
import type { KeptBytes } from './kept-bytes.ts';
import { Portal, type PortalInput } from './portal.ts';
import { noRoom } from './prepared-statements.ts';
import { wireBounds } from './wire-bounds.ts';

const overheadBytes = 2_048;
const sizeOf = ({ input }: Portal) => overheadBytes + input.size;

/** The portals and cursors of a connection, which share their names. */
export class Portals {
  readonly #byName = new Map<string, Portal>();
  readonly #kept: KeptBytes;

  constructor(kept: KeptBytes) {
    this.#kept = kept;
  }

  /** @throws WireFailure */
  requireFree(name: string, kind: 'cursor' | 'portal'): void {
    if (name === '') return;
    if (this.#byName.has(name)) throw new WireFailure('42P03', `cursor "${shownLiteral(name)}" already exists`);
    const most = kind === 'cursor' ? wireBounds.cursors : wireBounds.portals;
    const count = [...this.#byName.values()].filter(({ isCursor }) => isCursor === (kind === 'cursor')).length;
    if (count >= most) throw noRoom(kind, count, most);
  }

  /** Adds a portal; the one without a name is replaced. @throws WireFailure */
  add(input: PortalInput): Portal {
    this.requireFree(input.name, input.cursor ? 'cursor' : 'portal');
    this.remove(input.name);
    const portal = new Portal(input);
    this.#kept.take(sizeOf(portal));
    this.#byName.set(input.name, portal);
    return portal;
  }

  find(name: string): Portal | undefined {
    return this.#byName.get(name);
  }

  /** @throws WireFailure */
  require(name: string): Portal {
    const found = this.#byName.get(name);
    if (found) return found;
    throw new WireFailure('34000', `portal "${shownLiteral(name)}" does not exist`);
  }

  /** The portal that FETCH, MOVE and CLOSE name. @throws WireFailure */
  requireCursor(name: string): Portal {
    const found = this.#byName.get(name);
    if (found) return found;
    throw new WireFailure('08P01', `cursor "${shownLiteral(name)}" does not exist`);
  }

  remove(name: string): boolean {
    const found = this.#byName.get(name);
    if (!found) return false;
    found.close();
    this.#kept.giveBack(sizeOf(found));
    return this.#byName.delete(name);
  }

  /** Closes those that the test names, except one that runs. */
  removeWhere(test: (portal: Portal) => boolean, running?: Portal): void {
    for (const [name, portal] of [...this.#byName]) if (portal !== running && test(portal)) this.remove(name);
  }

  /** Leaves the rows of all portals until they are wanted again. */
  rest(): void {
    for (const portal of this.#byName.values()) portal.run?.rest();
  }

  shown(): readonly CursorShown[] {
    return [...this.#byName.values()].map(({ input: { name, text, cursor, createdAt } }) => ({
      ...{ name, text, createdAt },
      isHeld: cursor?.isHeld === true,
      isBinary: cursor?.isBinary === true,
      isScroll: false,
    }));
  }
}
