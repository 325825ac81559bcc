import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface BarePage {
  readonly address: string;
  close(): void;
}

const script = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.getElementById('root')).render(createElement('p', { className: 'drawn' }, 'Hello'));
`;
const page =
  '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/script.js"></script>';

/** Serves a page that mounts React and does nothing else: what no page of React can be faster than. */
export async function openBarePage(): Promise<BarePage> {
  const code = await bundled();
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? code : page);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the bare page has no port');
  return { address: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

async function bundled(): Promise<string> {
  const entry = '\0bare-page';
  const made = await build({
    root: fileURLToPath(new URL('../apps/console', import.meta.url)),
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'bare-page',
        resolveId: (id) => (id === 'bare-page' ? entry : undefined),
        load: (id) => (id === entry ? script : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: 'bare-page' } },
  });
  const [output] = [made].flat();
  const chunk = output && 'output' in output ? output.output.find(({ type }) => type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the bare page has no script');
  return chunk.code;
}
