import { themeFaults } from '@orrery/charts';
import { Conflict, Invalid, nameKey, NotFound, requireSound } from '@orrery/kernel';
import type { AuditEvent, Change } from '@orrery/people';
import { type Database, isUniqueViolation, type Writer } from '@orrery/store';
import { type ThemeRow, ThemeStore } from './theme-store.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A look that dashboards of an account may have. */
export interface DashboardTheme {
  readonly id: number;
  readonly name: string;
  readonly theme: Settings;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface NewTheme {
  readonly name: string;
  readonly theme: Settings;
}

/** Absent fields keep their value. */
interface ThemeChange {
  readonly name?: string | undefined;
  readonly theme?: Settings | undefined;
}

const mostThemes = 200;

/** Themes of dashboards, which belong to the account. Versions that are published keep what they were published with. */
export class ThemeService {
  readonly #database: Database;
  readonly #store = new ThemeStore();

  constructor({ database }: { readonly database: Database }) {
    this.#database = database;
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: { readonly afterId: number; readonly most: number },
  ): Promise<readonly DashboardTheme[]> {
    return (await this.#store.list(this.#database, accountId, range)).map(read);
  }

  /** @throws InvalidInput, Invalid, Conflict */
  async create(change: Change, { name, theme }: NewTheme): Promise<DashboardTheme> {
    requireTheme(theme);
    const { transaction, accountId, now } = change;
    if ((await this.#store.count(transaction, accountId)) >= mostThemes) {
      throw new Invalid('dashboard-theme.too-many', `An account has at most ${mostThemes} themes; delete one first`);
    }
    const row = await this.#store.insert(transaction, {
      account_id: accountId,
      ...nameColumns(name),
      theme: JSON.stringify(theme),
      created_at: now,
      updated_at: now,
    });
    if (!row) throw nameTaken(name);
    await record(change, 'Created dashboard theme', row);
    return read(row);
  }

  /** Drafts of dashboards that name it change at once. @throws NotFound, InvalidInput, Conflict */
  async update(change: Change, id: number, input: ThemeChange): Promise<DashboardTheme> {
    const { transaction, accountId, now } = change;
    const { name } = await this.#row(transaction, accountId, id);
    if (input.theme) requireTheme(input.theme);
    const columns = {
      ...(input.name === undefined ? {} : nameColumns(input.name)),
      ...(input.theme === undefined ? {} : { theme: JSON.stringify(input.theme) }),
      updated_at: now,
    };
    const row = await this.#store.update(transaction, accountId, id, columns).catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken(input.name ?? name) : error;
    });
    await record(change, 'Updated dashboard theme', row);
    return read(row);
  }

  /** Drafts of dashboards that name it have the built-in theme then. @throws NotFound */
  async delete(change: Change, id: number): Promise<void> {
    const { transaction, accountId } = change;
    const row = await this.#row(transaction, accountId, id);
    await this.#store.delete(transaction, accountId, id);
    await record(change, 'Deleted dashboard theme', row);
  }

  async #row(writer: Writer, accountId: number, id: number): Promise<ThemeRow> {
    const row = await this.#store.get(writer, accountId, id);
    if (row) return row;
    throw new NotFound('dashboard-theme.unknown', `There is no dashboard theme ${id}`);
  }
}

/** @throws InvalidInput */
function requireTheme(theme: Settings): void {
  const faults = themeFaults(theme).map(({ path, message }) => ({ path: ['theme', ...path].join('.'), message }));
  requireSound('dashboard-theme.invalid', faults);
}

function nameColumns(name: string) {
  return { name, name_key: nameKey(name) };
}

function record(change: Change, event: AuditEvent, { id, name }: ThemeRow): Promise<void> {
  return change.record({ event, attributes: { themeId: id, name } });
}

function nameTaken(name: string): Conflict {
  return new Conflict('dashboard-theme.name-taken', `There is a dashboard theme '${name}' already`);
}

function read(row: ThemeRow): DashboardTheme {
  return {
    id: row.id,
    name: row.name,
    theme: JSON.parse(row.theme) as Settings, // we wrote it
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
