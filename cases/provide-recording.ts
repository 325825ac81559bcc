import type { TestProject } from 'vitest/node';

/** Tells tests what `--update` told vitest. */
export default function setup(project: TestProject): void {
  project.provide('recording', project.config.snapshotOptions.updateSnapshot);
}
