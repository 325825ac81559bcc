import { readFileSync, writeFileSync } from 'node:fs';
import { withCapabilities } from './sql-capabilities/capabilities-text.ts';

/** Writes the list of what SQL over the model takes into docs/sql.md. */
const file = new URL('../docs/sql.md', import.meta.url);
writeFileSync(file, withCapabilities(readFileSync(file, 'utf8')));
