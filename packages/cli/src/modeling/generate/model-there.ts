import { compileModel, type ModelFile, type Piece, type Problem, type TemplateInputs } from '@orrery/semantic';
import { OperatorError } from '@orrery/kernel';
import type { CubeDraft } from './draft/draft.ts';
import { cubeYaml } from './write-yaml.ts';

/** The sound part of the model there is, and what it misses. */
export interface ModelThere {
  readonly pieces: readonly Piece[];
  /** Names it refers to and has not: of files that were removed to be written anew. */
  readonly missing: ReadonlySet<string>;
}

/** What is wrong with the rest of a model of which one cube was removed. */
const ofMissingCubes: ReadonlySet<string> = new Set([
  'model.unknown-cube',
  'model.unknown-include',
  'model.unresolved',
]);

/** Whether generating could mend the model. @throws OperatorError when not */
export function requireMendable(files: readonly ModelFile[], templates: TemplateInputs): void {
  const { problems } = compileModel(files, undefined, templates).build;
  const others = problems.filter(({ code }) => !ofMissingCubes.has(code));
  if (others.length > 0) throw broken(problems);
}

/**
 * The pieces of the model with stand-ins for the cubes it misses, so that what depends on those is known too.
 *
 * @param drafts a cube for every table, and every role
 * @throws OperatorError when that leaves it broken
 */
export function readModelThere(
  files: readonly ModelFile[],
  templates: TemplateInputs,
  drafts: readonly CubeDraft[],
): ModelThere {
  const { build } = compileModel(files, undefined, templates);
  if (build.problems.length === 0) return { pieces: build.pieces, missing: new Set() };
  const known = new Set([...build.pieces, ...build.unavailable].map(({ name }) => name));
  const missing = drafts.filter(({ name }) => !known.has(name));
  const standIns = missing.map((draft) => ({ path: `stand-in/${draft.name}.yml`, text: cubeYaml(draft) }));
  const whole = compileModel([...files, ...standIns], undefined, templates).build;
  if (whole.problems.length > 0) throw broken(build.problems);
  const paths = new Set(standIns.map(({ path }) => path));
  return {
    pieces: whole.pieces.filter(({ file }) => !paths.has(file)),
    missing: new Set(missing.map(({ name }) => name)),
  };
}

/** Beside a broken file nobody can tell which names and tables are taken. */
function broken(problems: readonly Problem[]): OperatorError {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  const isOfContext = problems.some(({ code }) => code === 'model.template-missing-context');
  const mend = isOfContext ? 'Give the security context that its templates read with --context' : 'Mend it';
  return new OperatorError(`The model there is has ${count}, which orrery check names. ${mend}, then run this again.`);
}
