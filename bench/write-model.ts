import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModelFile } from '@orrery/semantic';

export function writeModel(project: string, files: readonly ModelFile[]): void {
  for (const file of files) {
    const path = join(project, 'model', file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.text);
  }
}
