import { paletteFaults } from '@orrery/charts';
import { Conflict, Invalid, nameKey, NotFound, requireSound } from '@orrery/kernel';
import type { AuditEvent, Change } from '@orrery/people';
import { type Database, isUniqueViolation, type Writer } from '@orrery/store';
import { type PaletteRow, PaletteStore } from './palette-store.ts';

/** Colours that charts of an account may have. */
export interface ChartPalette {
  readonly id: number;
  readonly name: string;
  readonly colors: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface NewPalette {
  readonly name: string;
  readonly colors: readonly string[];
}

/** Absent fields keep their value. */
interface PaletteChange {
  readonly name?: string | undefined;
  readonly colors?: readonly string[] | undefined;
}

const mostPalettes = 200;

/** Palettes of charts, which belong to the account. Charts name them, so that a change shows wherever they are drawn next. */
export class PaletteService {
  readonly #database: Database;
  readonly #store = new PaletteStore();

  constructor({ database }: { readonly database: Database }) {
    this.#database = database;
  }

  /** Lists in order of creation. */
  async list(
    accountId: number,
    range: { readonly afterId: number; readonly most: number },
  ): Promise<readonly ChartPalette[]> {
    return (await this.#store.list(this.#database, accountId, range)).map(read);
  }

  /** @throws InvalidInput, Invalid, Conflict */
  async create(change: Change, { name, colors }: NewPalette): Promise<ChartPalette> {
    requirePalette(colors);
    const { transaction, accountId, now } = change;
    if ((await this.#store.count(transaction, accountId)) >= mostPalettes) {
      throw new Invalid('chart-palette.too-many', `An account has at most ${mostPalettes} palettes; delete one first`);
    }
    const row = await this.#store.insert(transaction, {
      account_id: accountId,
      ...nameColumns(name),
      colors: JSON.stringify(colors),
      created_at: now,
      updated_at: now,
    });
    if (!row) throw nameTaken(name);
    await record(change, 'Created chart palette', row);
    return read(row);
  }

  /** Charts that name it change at once. @throws NotFound, InvalidInput, Conflict */
  async update(change: Change, id: number, input: PaletteChange): Promise<ChartPalette> {
    const { transaction, accountId, now } = change;
    const { name } = await this.#row(transaction, accountId, id);
    if (input.colors) requirePalette(input.colors);
    const columns = {
      ...(input.name === undefined ? {} : nameColumns(input.name)),
      ...(input.colors === undefined ? {} : { colors: JSON.stringify(input.colors) }),
      updated_at: now,
    };
    const row = await this.#store.update(transaction, accountId, id, columns).catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken(input.name ?? name) : error;
    });
    await record(change, 'Updated chart palette', row);
    return read(row);
  }

  /** Charts that name it have the usual colours then. @throws NotFound */
  async delete(change: Change, id: number): Promise<void> {
    const { transaction, accountId } = change;
    const row = await this.#row(transaction, accountId, id);
    await this.#store.delete(transaction, accountId, id);
    await record(change, 'Deleted chart palette', row);
  }

  async #row(writer: Writer, accountId: number, id: number): Promise<PaletteRow> {
    const row = await this.#store.get(writer, accountId, id);
    if (row) return row;
    throw new NotFound('chart-palette.unknown', `There is no chart palette ${id}`);
  }
}

/** @throws InvalidInput */
function requirePalette(colors: readonly string[]): void {
  const faults = paletteFaults(colors).map(({ path, message }) => ({ path: ['colors', ...path].join('.'), message }));
  requireSound('chart-palette.invalid', faults);
}

function nameColumns(name: string) {
  return { name, name_key: nameKey(name) };
}

function record(change: Change, event: AuditEvent, { id, name }: PaletteRow): Promise<void> {
  return change.record({ event, attributes: { paletteId: id, name } });
}

function nameTaken(name: string): Conflict {
  return new Conflict('chart-palette.name-taken', `There is a chart palette '${name}' already`);
}

function read(row: PaletteRow): ChartPalette {
  return {
    id: row.id,
    name: row.name,
    colors: JSON.parse(row.colors) as readonly string[], // we wrote it
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
