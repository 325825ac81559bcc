import type { Engine, TableDescription } from '@orrery/engines';
import { compileModel, type Dialect, type ModelFile, type TemplateInputs } from '@orrery/semantic';
import { askData } from './ask-data.ts';
import { chooseTables, ofDatabase } from './choose-tables.ts';
import { draftCubes } from './draft/draft-cubes.ts';
import { draftViews } from './draft/draft-views.ts';
import type { CubeDraft, ViewDraft } from './draft/draft.ts';
import { type ExistingModel, existingModel, whyLeftAlone } from './existing-model.ts';
import { type LeftOut, tableLabel } from './facts.ts';
import { findFacts } from './find-facts.ts';
import { type ModelThere, readModelThere, requireMendable } from './model-there.ts';
import { viewPath } from './model-paths.ts';
import { plainName } from './draft/name-cubes.ts';
import { NameSpace } from './draft/names.ts';
import { type PublishStep, publishSteps } from './publish-order.ts';

export interface GenerateInput {
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly dataSource: string;
  /** The model there is. */
  readonly files: readonly ModelFile[];
  /** What its templates read. */
  readonly templates: TemplateInputs;
}

export interface GeneratedModel {
  readonly tableCount: number;
  readonly cubes: readonly CubeDraft[];
  readonly views: readonly ViewDraft[];
  readonly leftOut: readonly LeftOut[];
  /** Tables the model has already. */
  readonly leftAlone: readonly LeftOut[];
  /** What to put into the model folder, in this order. */
  readonly steps: readonly PublishStep[];
}

/** Catalogs of thousands of tables take seconds. */
const describeMs = 60_000;

/**
 * A model of the tables of a data source, beside the model there is. Reads, and writes nothing.
 *
 * @throws OperatorError when the model there is broken, EngineError when the source cannot be reached; EngineCancelled when it is too slow
 */
export async function generateModel(input: GenerateInput): Promise<GeneratedModel> {
  const { engine, dialect, dataSource, files, templates } = input;
  requireMendable(files, templates);
  const described = await engine.describeTables(AbortSignal.timeout(describeMs));
  const { own: tables, leftOut: ofOthers } = ofDatabase(described, dialect);
  const ask = askData(engine, dialect);
  const { chosen, leftOut } = await chooseTables(tables, ask);
  const all = await findFacts(chosen, dialect, ask);

  const nothing = existingModel([], [], dataSource);
  const whole = draftCubes(all, new NameSpace(), { dialect, existing: nothing, dataSource }).cubes;
  const there = readModelThere(files, templates, whole);
  const paths = files.map(({ path }) => path);
  const existing = existingModel(there.pieces, paths, dataSource);
  const { modelled, leftAlone } = splitByModel(chosen, existing);
  const names = new NameSpace([...existing.pieces.keys(), ...paths.map(nameOfFile)]);
  const facts = all.filter(({ table }) => modelled.includes(table));
  const drafted = draftCubes(facts, names, { dialect, existing, dataSource });

  const cubes = [...drafted.cubes, ...missingRoles(whole, drafted.cubes, there)];
  const cubesThere = there.pieces.filter((piece) => piece.kind === 'cube');
  const isTaken = (view: string) => existing.pieces.has(view) || existing.files.has(viewPath(view));
  const views = draftViews(cubes, cubesThere, isTaken);
  const steps = publishSteps(cubes, views);
  requireSound(input, steps);
  return {
    tableCount: tables.length,
    cubes,
    views,
    leftOut: [...ofOthers, ...leftOut, ...drafted.leftOut],
    leftAlone,
    steps,
  };
}

/** A role whose own file was removed, while the cubes joined to it stayed. */
function missingRoles(
  whole: readonly CubeDraft[],
  drafted: readonly CubeDraft[],
  { pieces, missing }: ModelThere,
): readonly CubeDraft[] {
  const joined = new Set(pieces.flatMap((piece) => (piece.kind === 'cube' ? piece.joins.map(({ to }) => to) : [])));
  return whole.filter(
    ({ name }) => missing.has(name) && joined.has(name) && !drafted.some((draft) => draft.name === name),
  );
}

/** Tables with a cube stay in sight, to be joined to. */
function splitByModel(tables: readonly TableDescription[], existing: ExistingModel) {
  const modelled: TableDescription[] = [];
  const leftAlone: LeftOut[] = [];
  for (const table of tables) {
    const cube = existing.cubeOver(table);
    const why = cube
      ? `it has the cube ${cube.name}, in ${cube.file}`
      : whyLeftAlone(plainName(table), tables, existing);
    if (why !== undefined) leftAlone.push({ what: tableLabel(table), why });
    if (why === undefined || cube) modelled.push(table);
  }
  return { modelled, leftAlone };
}

/** A file we would name so is not ours, whatever it holds. */
function nameOfFile(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.ya?ml$/i, '');
}

/** What we write compiles beside what is there, or it is not written. */
function requireSound({ files, templates }: GenerateInput, steps: readonly PublishStep[]): void {
  const texts = new Map([...files, ...steps].map(({ path, text }) => [path, text]));
  const all = [...texts].map(([path, text]) => ({ path, text }));
  const [first, ...others] = compileModel(all, undefined, templates).build.problems;
  if (!first) return;
  const place = first.at?.kind === 'file' ? `${first.at.file}:${first.at.line}: ` : '';
  throw new Error(`the generated model has ${others.length + 1} problems, the first: ${place}${first.message}`);
}
