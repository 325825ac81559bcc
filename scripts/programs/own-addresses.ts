import { basename, dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';

const startsThread = /new URL\('(\.[^']+-worker)\.ts', import\.meta\.url\)/g;

/**
 * Rewrites paths that sources build from their own location. In built code the program of a thread becomes a separate
 * program in the same folder. Every other path is resolved from the location of the source in its package.
 *
 * @param folder of the package whose programs are built
 */
export function ownAddresses(folder: string): Plugin {
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
        const source = `../../${relative(folder, file).replaceAll('\\', '/')}`;
        const moved = builtAside.replaceAll(
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
