import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { bundledPackages } from '../programs/bundled-packages.ts';
import { licencesFile, licencesOf } from '../programs/licences.ts';
import { root } from '../take-steps.ts';
import { chartLibraries, withoutGeoInExpressions } from './chart-libraries.ts';
import { smallCss } from './small-css.ts';

const embed = join(root, 'packages/embed');

/** Style sheets are texts of the components. */
const styleSheets: Plugin = {
  name: 'style-sheets',
  load: {
    filter: { id: /\.css$/ },
    handler: (file) => ({ code: `export default ${JSON.stringify(smallCss(file))};`, moduleType: 'js' }),
  },
};

/**
 * Builds the React components for pages of others into a folder: `react.js` with its parts, which are loaded when they are
 * needed, and the licences of what they contain. React and TanStack Query are those of the page.
 */
export async function buildReact(folder: string): Promise<void> {
  const { peerDependencies } = JSON.parse(readFileSync(join(embed, 'package.json'), 'utf8'));
  const peers = Object.keys(peerDependencies);
  const made = await rolldown({
    cwd: root,
    input: { react: join(embed, 'src/react/index.ts') },
    platform: 'browser',
    tsconfig: false,
    external: (id) => peers.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [styleSheets, withoutGeoInExpressions],
    resolve: { alias: { ...chartLibraries } },
    transform: { jsx: 'react-jsx' },
  });
  const { output } = await made.write({
    dir: folder,
    format: 'esm',
    comments: { legal: true, annotation: true, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: 'react-[name].js',
    banner: ({ isEntry }) => (isEntry ? '"use client";' : ''),
  });
  await made.close();
  const modules = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
  writeFileSync(join(folder, licencesFile), licencesOf(bundledPackages(modules)));
}
