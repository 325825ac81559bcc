import { createServer, type ViteDevServer } from 'vite';
import { developmentPage, pages } from '../../apps/console/src/pages.ts';
import type { ConsoleBuild, ConsoleSource } from '../../packages/server/src/index.ts';
import { bundleSandbox } from './bundle-sandbox.ts';
import { consoleConfig, entry } from './console-config.ts';

const first = 'orrery-entry.js';

/**
 * Serves the sources of the application, and sends what changes to pages that are open. The pages have the same headers
 * as built ones, so all that is loaded comes as a file: also what Vite would write into the HTML.
 */
export async function developmentPages(): Promise<ConsoleSource> {
  const none = { scripts: [], styles: [] };
  const build: ConsoleBuild = {
    script: first,
    icon: 'src/page/mark.svg',
    fonts: [],
    unknown: none,
    pages: [...pages, developmentPage].map(({ path, isPublic, isInFrames, isNeverFramed }) => ({
      path,
      isPublic,
      isInFrames,
      isNeverFramed,
      ...none,
    })),
    assets: new Map(),
    sandbox: (await bundleSandbox()).code,
  };
  return {
    build: () => build,
    serveFiles: (app) => {
      const base = `${app.publicPath ?? ''}/assets/`;
      let vite: ViteDevServer | undefined;
      app.addHook('onReady', async () => {
        vite = await createServer({
          ...consoleConfig(),
          base,
          logLevel: 'warn',
          optimizeDeps: { entries: ['src/**/*.{ts,tsx}'] },
          server: { middlewareMode: true, hmr: { server: app.server, overlay: false } },
        });
      });
      app.addHook('preClose', async () => vite?.close());
      app.get(`/assets/${first}`, async (_request, reply) => reply.type('text/javascript').send(entryText(base)));
      app.get('/assets/*', (request, reply) => {
        reply.hijack();
        const { raw } = request;
        raw.url = `${app.publicPath ?? ''}${request.url}`;
        vite?.middlewares(raw, reply.raw, () => reply.raw.writeHead(404).end());
      });
    },
  };
}

/** The first script: what connects a page to Vite, then the application. */
function entryText(base: string): string {
  return [
    `import '${base}@vite/client';`,
    `import { injectIntoGlobalHook } from '${base}@react-refresh';`,
    'injectIntoGlobalHook(window);',
    'window.$RefreshReg$ = () => {};',
    'window.$RefreshSig$ = () => (type) => type;',
    `await import('${base}${entry}');`,
  ].join('\n');
}
