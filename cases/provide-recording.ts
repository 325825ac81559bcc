import type { TestProject } from 'vitest/node';

/** Passes the value of vitest's `--update` to the tests. */
export default function setup(project: TestProject): void {
  project.provide('recording', project.config.snapshotOptions.updateSnapshot);
}
