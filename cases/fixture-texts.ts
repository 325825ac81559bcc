import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'fixtures');

/** The statements of `fixtures/`, a file each, as DuckDB takes them. */
export function fixtureTexts(): readonly string[] {
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
}
