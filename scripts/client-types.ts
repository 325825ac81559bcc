import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiOf, platformFace } from '../packages/server/src/openapi/index.ts';
import { keptFiles } from '../tests/generated-client/kept-files.ts';
import { root } from './take-steps.ts';

/** Writes the types and the table of operations that the client package keeps. */
const files = await keptFiles(await openApiOf(platformFace));
for (const [path, text] of Object.entries(files)) {
  writeFileSync(join(root, 'packages/client/src', path), text);
  console.log(`packages/client/src/${path}: ${text.split('\n').length} lines`);
}
