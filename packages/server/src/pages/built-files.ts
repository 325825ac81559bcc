import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** A built file as it is sent, whole and in the compressed forms that the build wrote. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly brotli: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** The files of one build of pages. */
export interface BuiltFiles {
  /** Name with its hash by the name of the source: `frame.js` to `frame-1a2b3c.js`. */
  readonly names: ReadonlyMap<string, string>;
  /** The files by their names with hashes. Only these names are served: no path is made from a request. */
  readonly assets: ReadonlyMap<string, Asset>;
}

export const fileName = z.string().regex(/^[\w-]+(?:\.[\w-]+)*\.(?:js|css|woff2|svg)$/);
const manifestSchema = z.record(fileName, fileName);

const types: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['woff2', 'font/woff2'],
  ['svg', 'image/svg+xml'],
]);

/**
 * Reads the built files of a folder into memory.
 *
 * @returns `undefined` while nothing is built
 * @throws when the manifest is broken or names a file that is not there
 */
export function readBuiltFiles(directory: string): BuiltFiles | undefined {
  const manifest = `${directory}/manifest.json`;
  if (!existsSync(manifest)) return undefined;
  const names = new Map(Object.entries(manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')))));
  const compressed = (file: string) => (existsSync(file) ? readFileSync(file) : undefined);
  const assets = [...names.values()].map((file) => {
    const path = `${directory}/${file}`;
    const asset: Asset = {
      type: types.get(file.slice(file.lastIndexOf('.') + 1)) ?? 'application/octet-stream',
      bytes: readFileSync(path),
      brotli: compressed(`${path}.br`),
      gzip: compressed(`${path}.gz`),
    };
    return [file, asset] as const;
  });
  return { names, assets: new Map(assets) };
}
