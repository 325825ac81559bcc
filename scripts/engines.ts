import { writeFileSync } from 'node:fs';
import { enginesPage } from './engines/engines-page.ts';

/** Writes the page on what each engine costs, docs/engines.md. */
writeFileSync(new URL('../docs/engines.md', import.meta.url), enginesPage());
