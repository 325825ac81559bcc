import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformOperations } from '../packages/contract/src/index.ts';
import { openApiDocument } from '../packages/server/src/faces/platform/openapi/openapi-document.ts';
import { keptFiles } from '../tests/generated-client/kept-files.ts';
import { root } from './take-steps.ts';

/** Writes the types and the table of operations that the client package keeps. */
const files = await keptFiles(openApiDocument(platformOperations));
for (const [path, text] of Object.entries(files)) {
  writeFileSync(join(root, 'packages/client/src', path), text);
  console.log(`packages/client/src/${path}: ${text.split('\n').length} lines`);
}
