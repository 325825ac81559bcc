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
  /** The existing model. */
  readonly files: readonly ModelFile[];
  /** Values its templates read. */
  readonly templates: TemplateInputs;
}

export interface GeneratedModel {
  readonly tableCount: number;
  readonly cubes: readonly CubeDraft[];
  readonly views: readonly ViewDraft[];
  readonly leftOut: readonly LeftOut[];
  /** Tables that are already in the model. */
  readonly leftAlone: readonly LeftOut[];
  /** Files to put into the model folder, in this order. */
  readonly steps: readonly PublishStep[];
}

/** Catalogs of thousands of tables take seconds. */
const describeMs = 60_000;

/**
 * Generates a model of the tables of a data source, around the existing model. Only reads.
 *
 * @throws OperatorError when the existing model is broken, EngineError when the source cannot be reached,
 * EngineCancelled when it is too slow
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

/** Finds roles whose own files were removed while the cubes joined to them stayed. */
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

/** Separates tables with a cube from the others; they remain available for joins. */
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

/**
 * Returns the name of a file without folder and extension: any file with a name we would use counts as existing,
 * whatever it holds.
 */
function nameOfFile(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.ya?ml$/i, '');
}

/** Checks that the new files compile together with the existing ones before any is written. */
function requireSound({ files, templates }: GenerateInput, steps: readonly PublishStep[]): void {
  const texts = new Map([...files, ...steps].map(({ path, text }) => [path, text]));
  const all = [...texts].map(([path, text]) => ({ path, text }));
  const [first, ...others] = compileModel(all, undefined, templates).build.problems;
  if (!first) return;
  const place = first.at?.kind === 'file' ? `${first.at.file}:${first.at.line}: ` : '';
  throw new Error(`the generated model has ${others.length + 1} problems, the first: ${place}${first.message}`);
}
