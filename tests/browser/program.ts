import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const missingChromium =
  "These tests need Chromium: install Debian's package chromium-headless-shell, or let `chromium` be on the PATH.";

/** The first needs less of the processor: it is the same browser without the parts that make windows. */
const names = ['chromium-headless-shell', 'chromium'];

/** @throws where there is none */
export function chromiumProgram(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
  if (found === undefined) throw new Error(missingChromium);
  return found;
}

/** Pages of tests are gone in seconds, before code that the engine optimizes has earned what that cost. */
export const forShortPages = '--js-flags=--no-opt';
