import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { type KeptFiles, keptFiles } from './kept-files.ts';

const sources = resolve(import.meta.dirname, '../../packages/client/src');

describe('the generated files of the client package', () => {
  let service: ScimService;
  let made: KeptFiles;

  beforeAll(async () => {
    service = await ScimService.open('sqlite');
    const answer = await fetch(new URL('/api/v1/spec', service.served.origin));
    made = await keptFiles((await answer.json()) as Parameters<typeof keptFiles>[0]); // as `openapi.test.ts` checks it
  });

  afterAll(() => service[Symbol.asyncDispose]());

  it.each(['platform/served-types.ts', 'platform/served-operations.ts', 'data/served-types.ts'])(
    '%s says what a server serves',
    (path) => {
      expect(Object.keys(made)).toContain(path);
      const isCurrent = readFileSync(join(sources, path), 'utf8') === made[path];
      expect(isCurrent, `packages/client/src/${path} is out of date: run npm run client-types`).toBe(true);
    },
  );
});
