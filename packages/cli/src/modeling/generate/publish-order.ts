import { cubePath, viewPath } from './model-paths.ts';
import { cubeYaml, viewYaml } from './write-yaml.ts';
import type { CubeDraft, ViewDraft } from './draft/draft.ts';

/** A file that is put into place, or replaced by its fuller text. */
export interface PublishStep {
  /** Relative to the model folder. */
  readonly path: string;
  readonly text: string;
  /** Replaces the file of an earlier step. */
  readonly isReplacement: boolean;
}

/**
 * Orders the steps from the existing model to the drafted one. The model is valid after each step, so a run that ends
 * at any moment leaves nothing broken. A cube follows those it joins; where joins form a cycle, it is first written
 * without the joins to cubes yet to come.
 */
export function publishSteps(cubes: readonly CubeDraft[], views: readonly ViewDraft[]): readonly PublishStep[] {
  const byName = new Map(cubes.map((cube) => [cube.name, cube]));
  const there = new Set<string>();
  const started = new Set<string>();
  const steps: PublishStep[] = [];
  const reduced: CubeDraft[] = [];

  for (const cube of cubes) publish(cube);
  for (const cube of reduced) steps.push({ ...fileOf(cube), isReplacement: true });
  for (const view of views) steps.push({ path: viewPath(view.name), text: viewYaml(view), isReplacement: false });
  return steps;

  function publish(cube: CubeDraft): void {
    if (started.has(cube.name)) return;
    started.add(cube.name);
    const needs = [...(cube.source.kind === 'extends' ? [cube.source.cube] : []), ...cube.joins.map(({ to }) => to)];
    for (const need of needs) {
      const other = byName.get(need);
      if (other) publish(other);
    }
    const base = cube.source.kind === 'extends' ? byName.get(cube.source.cube) : undefined;
    if (base) put(base);
    put(cube);
  }

  function put(cube: CubeDraft): void {
    if (there.has(cube.name)) return;
    const ready = cube.joins.filter(({ to }) => there.has(to) || !byName.has(to));
    if (ready.length < cube.joins.length) reduced.push(cube);
    steps.push({ ...fileOf({ ...cube, joins: ready }), isReplacement: false });
    there.add(cube.name);
  }
}

function fileOf(cube: CubeDraft) {
  return { path: cubePath(cube.name), text: cubeYaml(cube) };
}
