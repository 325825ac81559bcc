import http from 'node:http';
import type { Plugin } from 'rolldown';

const virtual = '\0http-without-fetch';

/** Node's own implementation of `fetch`, which these names load. */
const namesOfFetch: ReadonlySet<string> = new Set(['CloseEvent', 'MessageEvent', 'WebSocket']);

/**
 * Gets `node:http` without its names of WebSocket. An `import` of a module of Node reads each of its names once, and
 * these three load the whole of `fetch`: 15 ms and 2 MB in each thread that only wanted to send or serve requests.
 */
export function httpWithoutFetch(): Plugin {
  return {
    name: 'http-without-fetch',
    resolveId: {
      filter: { id: /^(?:node:)?http$/ },
      handler: (_id, _importer, { kind }) => (kind === 'import-statement' ? virtual : undefined),
    },
    load: {
      filter: { id: new RegExp(`^${virtual}$`) },
      handler() {
        const names = Object.keys(http).filter((name) => !namesOfFetch.has(name));
        return `const http = process.getBuiltinModule('node:http');\nexport const { ${names.join(', ')} } = http;\nexport default http;\n`;
      },
    },
  };
}
