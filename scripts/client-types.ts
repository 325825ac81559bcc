import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApiOf, platformFace } from '../packages/server/src/openapi/index.ts';
import { keptFiles } from '../tests/generated-client/kept-files.ts';
import { root } from './take-steps.ts';

/**
 * Writes the types and the table of operations that the client package keeps.
 *
 * `--check` writes nothing, and fails if a file differs.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const files = await keptFiles(await openApiOf(platformFace));
for (const [path, text] of Object.entries(files)) {
  const file = join(root, 'packages/client/src', path);
  if (!values.check) {
    writeFileSync(file, text);
    console.log(`packages/client/src/${path}: ${text.split('\n').length} lines`);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`packages/client/src/${path} differs from what the contract says: run npm run client-types`);
    process.exitCode = 1;
  }
}
