// Plain JavaScript, because it runs before it is known whether this Node can strip types.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A source of a built program, in the state it had when the program was built.
 *
 * @typedef {object} Source @property {string} path from the folder of this package @property {number} sizeBytes
 * @property {number} changedMs when its content or its name last changed, which nobody can set @property {string} hash
 * of its content
 */

/**
 * `built/programs.json`, written by `scripts/programs/build-programs.ts`.
 *
 * @typedef {object} BuiltPrograms
 * @property {string} folder of the built files, in `built/`
 * @property {Readonly<Record<string, string>>} files the built file of each program, by its source in this package
 * @property {readonly Source[]} sources all that went into them; none where only the built form is published
 */

const packageFolder = new URL('../', import.meta.url);

/** Returns the built form of `source`, if the sources have not changed since. */
export function builtProgram(/** @type {string} */ source) {
  const built = matchingPrograms(packageFolder);
  const file = built?.files[source];
  return built && file ? new URL(`built/${built.folder}/${file}`, packageFolder) : undefined;
}

/**
 * Returns the built programs in the folder of a package, if they match the sources.
 *
 * @param {URL} folder @returns {BuiltPrograms | undefined}
 */
export function matchingPrograms(folder) {
  const list = new URL('built/programs.json', folder);
  if (!existsSync(list)) return undefined;
  /** @type {BuiltPrograms} */
  const built = JSON.parse(readFileSync(list, 'utf8'));
  const isWhole = existsSync(new URL(`built/${built.folder}/`, folder));
  const root = fileURLToPath(folder);
  return isWhole && built.sources.every((source) => isUnchanged(source, root)) ? built : undefined;
}

/**
 * Compares a file with its recorded state. A file that was copied or checked out again is read, which takes a few
 * milliseconds for all of them. Paths are joined as texts: addresses of thousands of files cost twice what their states do.
 *
 * @param {Source} source @param {string} root path of the package, with a slash at its end
 */
function isUnchanged(source, root) {
  const now = stateOf(`${root}${source.path}`);
  if (!now || now.sizeBytes !== source.sizeBytes) return false;
  return now.changedMs === source.changedMs || now.hash() === source.hash;
}

/**
 * Describes the state of a file for comparison; its content is read only when needed.
 *
 * @param {string} file
 */
export function stateOf(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  const hash = () => createHash('sha256').update(readFileSync(file)).digest('base64url');
  return { sizeBytes: found.size, changedMs: found.ctimeMs, hash };
}
