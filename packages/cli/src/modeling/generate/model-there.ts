import { compileModel, type ModelFile, type Piece, type Problem, type TemplateInputs } from '@orrery/semantic';
import { OperatorError } from '@orrery/kernel';
import type { CubeDraft } from './draft/draft.ts';
import { cubeYaml } from './write-yaml.ts';

/** The valid part of the existing model, and the names it lacks. */
export interface ModelThere {
  readonly pieces: readonly Piece[];
  /** Names it refers to that are missing, because their files were removed to be generated again. */
  readonly missing: ReadonlySet<string>;
}

/** Problems that arise when a cube of the model was removed. */
const ofMissingCubes: ReadonlySet<string> = new Set([
  'model.unknown-cube',
  'model.unknown-include',
  'model.unresolved',
]);

/** Checks whether generating could repair the model. @throws OperatorError when it could not */
export function requireMendable(files: readonly ModelFile[], templates: TemplateInputs): void {
  const { problems } = compileModel(files, undefined, templates).build;
  const others = problems.filter(({ code }) => !ofMissingCubes.has(code));
  if (others.length > 0) throw broken(problems);
}

/**
 * Reads the pieces of the model with stand-ins for missing cubes, so that their dependents are known too.
 *
 * @param drafts a cube for every table and every role @throws OperatorError when the model stays broken even then
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

/** Refuses a broken file: the names and tables it uses are unknown. */
function broken(problems: readonly Problem[]): OperatorError {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  const isOfContext = problems.some(({ code }) => code === 'model.template-missing-context');
  const mend = isOfContext ? 'Give the security context that its templates read with --context' : 'Mend it';
  return new OperatorError(`The model there is has ${count}, which orrery check names. ${mend}, then run this again.`);
}
