import { join } from 'node:path';
import localesPlugin from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { root } from '../take-steps.ts';
import { chartLibraries, withoutGeoInExpressions } from './chart-libraries.ts';

export const consoleFolder = join(root, 'apps/console');

/** The script that every page begins with. */
export const entry = 'src/console.ts';

/** What the build of the application and its development have in common. */
export function consoleConfig(): InlineConfig {
  return {
    root: consoleFolder,
    configFile: false,
    envDir: false,
    publicDir: false,
    appType: 'custom',
    resolve: {
      alias: [
        ...Object.entries(chartLibraries).map(([find, replacement]) => ({ find, replacement })),
        // React has it itself since 18; the package is for older ones.
        { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      ],
    },
    plugins: [withoutGeoInExpressions, react(), { ...localesPlugin.vite({ locales: ['en-US'] }), enforce: 'pre' }],
  };
}
