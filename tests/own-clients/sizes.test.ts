import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { root } from '../sources.ts';

/**
 * Programs that use one client or several. Bounds are bytes with gzip, minified, without what is not used; each operation of
 * the Platform API is ten bytes of them.
 */
const programs = {
  'the Platform client': {
    code: "import { createPlatformClient } from '@orrery/client'; console.log(createPlatformClient({ baseUrl: '' }));",
    bound: 7_600,
  },
  'the Data client': {
    code: "import { createDataClient } from '@orrery/client/data'; console.log(createDataClient({ apiUrl: '', token: '' }));",
    bound: 5_450,
  },
  'the Data client, with subscriptions over sockets': {
    code: "import { createDataClient, socketTransport } from '@orrery/client/data'; console.log(createDataClient({ apiUrl: '', token: '', subscribeBy: socketTransport() }));",
    bound: 6_700,
  },
  'the Platform and the Data client': {
    code: "import { createPlatformClient } from '@orrery/client'; import { createDataClient } from '@orrery/client/data'; console.log(createPlatformClient({ baseUrl: '' }), createDataClient({ apiUrl: '', token: '' }));",
    bound: 10_600,
  },
  'the bindings of React Query, without their peers and clients': {
    code: "import * as hooks from '@orrery/client/react-query'; console.log(hooks);",
    bound: 2_000,
  },
  'the Chat client': {
    code: "import { createChatClient } from '@orrery/client/chat'; console.log(createChatClient({ chatUrl: '' }));",
    bound: 4_750,
  },
  'types alone': {
    code: "import type { PlatformSchemas } from '@orrery/client'; import type { Query } from '@orrery/client/data'; console.log(1);",
    bound: 50,
  },
} as const;

describe('the size of a program', () => {
  it.each(Object.entries(programs))('with %s is bounded', async (_, { code, bound }) => {
    const built = await build(code);
    const size = gzipSync(built, { level: 9 }).length;
    expect(size).toBeLessThanOrEqual(bound);
    expect(built).not.toMatch(/\bfrom\s*["']node:|\brequire\(/);
  });
});

it('installs one dependency, and React for those who ask for it', () => {
  const text = readFileSync(join(root, 'packages/client/package.json'), 'utf8');
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(text);
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
  const optional = Object.entries<{ readonly optional: boolean }>(peerDependenciesMeta);
  expect(optional.filter(([, peer]) => peer.optional).map(([name]) => name)).toEqual(Object.keys(peerDependencies));
});

async function build(code: string): Promise<string> {
  const entry = 'virtual:program.ts';
  const made = await rolldown({
    cwd: root,
    input: entry,
    external: /^(?:react|@tanstack\/react-query)$/,
    platform: 'browser',
    tsconfig: false,
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === entry ? join(root, 'tests/own-clients/program.ts') : null),
        load: (id) => (id === join(root, 'tests/own-clients/program.ts') ? code : null),
      },
    ],
  });
  const { output } = await made.generate({ minify: true, format: 'esm' });
  await made.close();
  return output.map((each) => (each.type === 'chunk' ? each.code : '')).join('');
}
