import type { DashboardConfig } from '@orrery/contract';
import type { Writer } from '@orrery/store';
import { type ItemSpace, workspaceOfAccount } from '../item/index.ts';
import { SavedStore } from '../saved/index.ts';
import { themeKind } from './theme-kind.ts';

/** Numbers that the store can compare with those of its rows. */
const themeNumber = /^[1-9]\d{0,8}$/;

/** The saved themes that dashboards name. */
export class SavedThemes {
  readonly #store = new SavedStore(themeKind);

  /** Whether the themes of the account are for a place: what viewers make knows none of them. */
  areKnownTo({ space }: ItemSpace): boolean {
    return space === workspaceOfAccount;
  }

  /** @returns `null` where a dashboard names none, or one that is deleted: it has the built-in theme */
  async namedBy(
    writer: Writer,
    place: ItemSpace,
    theme: DashboardConfig['theme'],
  ): Promise<Readonly<Record<string, unknown>> | null> {
    const id = theme?.['themeId'];
    if (typeof id !== 'string' || !themeNumber.test(id) || !this.areKnownTo(place)) return null;
    const row = await this.#store.get(writer, place.accountId, Number(id));
    return row ? (JSON.parse(row.value) as Record<string, unknown>) : null; // we wrote it
  }
}
