import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longFiles } from './long-files.ts';

/**
 * A slow file that starts last delays the whole run. Files that run together follow one another, so that one process
 * runs them all.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    return rest.toSorted((one, other) => togetherLast(one) - togetherLast(other) || rank(one) - rank(other));
  }
}

const togetherLast = ({ project }: TestSpecification) => (project.config.isolate ? 0 : 1);

function rank({ moduleId }: TestSpecification): number {
  const place = longFiles.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place === -1 ? longFiles.length : place;
}
