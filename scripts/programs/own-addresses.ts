import { basename, dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'rolldown';
import { root } from '../take-steps.ts';

const ownAddress = /new URL\('([^']+)', import\.meta\.url\)/g;
const startsThread = /new URL\('(\.[^']+-worker)\.ts', import\.meta\.url\)/g;

/**
 * Rewrites paths that sources build from their own location. In built code the program of a thread becomes a separate
 * program in the same folder. Every other path is resolved from the location of the source in its package; in the published
 * package, which has what lies next to the packages inside of itself, that from the root of the sources is one from its own.
 *
 * @param folder of the package whose programs are built
 */
export function ownAddresses(folder: string, { isPublished }: { readonly isPublished: boolean }): Plugin {
  return {
    name: 'own-addresses',
    transform: {
      filter: { id: /\/packages\/[^/]+\/src\//, code: 'import.meta' },
      handler(code, file) {
        const builtAside = code.replaceAll(startsThread, (_, worker: string) => {
          const fileName = `${basename(worker)}.js`;
          this.emitFile({ type: 'chunk', id: join(dirname(file), `${worker}.ts`), fileName });
          return `new URL('./${fileName}', import.meta.builtUrl)`;
        });
        const inside = builtAside.replaceAll(ownAddress, (whole, path: string) => {
          const target = relative(root, join(dirname(file), path)).replaceAll(sep, '/');
          if (!isPublished || target.startsWith('packages/')) return whole;
          return `new URL(${JSON.stringify(`../../${target}`)}, import.meta.builtUrl)`;
        });
        const source = `../../${relative(folder, file).replaceAll('\\', '/')}`;
        const moved = inside.replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(source)}, import.meta.builtUrl).href`,
        );
        const other = /import\.meta\.(?!builtUrl)\w+/.exec(moved);
        if (other) throw new Error(`${file} says ${other[0]}; built programs know only import.meta.url`);
        return moved.replaceAll('import.meta.builtUrl', 'import.meta.url');
      },
    },
  };
}
