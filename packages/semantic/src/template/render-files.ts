import type { SecurityContext, Span } from '@orrery/kernel';
import {
  holdsModelKey,
  indexLines,
  isBlankYaml,
  type ModelFile,
  type SourceFile,
  spanAt,
  TemplatePlaces,
} from '../source/index.ts';
import { contextTags, readsContext } from './compile-context.ts';
import { type Problem, problem } from '../problem/index.ts';
import { pythonFile, type PythonName, pythonNames, pythonWayOut } from './python-names.ts';
import { type ContextRead, readContext } from './context-value.ts';
import { type TemplateRendering, renderTemplate, type TemplateInputs } from './render-template.ts';

export interface RenderedFiles {
  readonly files: readonly SourceFile[];
  /** Notices about programs next to the model that no template calls. */
  readonly notices: readonly Problem[];
  /** Everything the templates have read of the context; when empty, every context gives the same model. */
  readonly reads: readonly ContextRead[];
  readonly cache: RenderCache;
}

/**
 * Renderings by path. One stays valid while its texts are unchanged and the context still has the values that were
 * read.
 */
export type RenderCache = ReadonlyMap<string, CachedRendering>;

interface CachedRendering {
  readonly text: string;
  readonly libraries: ReadonlyMap<string, string | undefined>;
  readonly variables: TemplateInputs['variables'];
  readonly rendering: TemplateRendering;
  readonly file: SourceFile;
}

const marker = /\{[{%#]/;
const template = /\.jinja$/i;
const rendered = /\.(?:ya?ml|jinja)$/i;

/**
 * Renders the files that contain template markers. A `.jinja` file serves other files, unless its own text is a model
 * file.
 */
export function renderFiles(
  files: readonly ModelFile[],
  inputs: TemplateInputs,
  previous?: RenderCache,
): RenderedFiles {
  const libraries = new Map(
    files.filter(({ path, isOutside }) => rendered.test(path) && !isOutside).map(({ path, text }) => [path, text]),
  );
  const python = pythonNames(files);
  const calledPrograms = new Set<string>();
  const cache = new Map<string, CachedRendering>();
  const reads = new Map<string, ContextRead>();
  const texts: SourceFile[] = [];
  for (const file of files) {
    const { path, text } = file;
    if (pythonFile.test(path)) continue;
    if (!rendered.test(path) || !(marker.test(text) || readsContext(text))) {
      texts.push(file);
      continue;
    }
    const known = previous?.get(path);
    const entry =
      known && isGood(known, text, libraries, inputs) ? known : renderOne({ path, text }, libraries, inputs);
    cache.set(path, entry);
    for (const read of entry.rendering.reads) reads.set(`${read.what} ${JSON.stringify(read.path)}`, read);
    const { outcome } = entry.rendering;
    const program = outcome.ok ? undefined : python.get(outcome.wanted ?? '');
    if (program) calledPrograms.add(program.file);
    texts.push(program ? { ...entry.file, problem: calledInVain(program, entry.file.problem?.at) } : entry.file);
  }
  const taken = new Set([...cache.values()].flatMap(({ libraries: imported }) => [...imported.keys()]));
  const isPart = (file: SourceFile) =>
    libraries.has(file.path) && template.test(file.path) && !file.problem && isPartOfOthers(file, files, taken);
  const idle = files.filter(({ path }) => pythonFile.test(path) && !calledPrograms.has(path));
  return {
    files: texts.filter((file) => !isPart(file)),
    notices: idle.map(({ path }) =>
      problem('model.python-file', { file: path }, { at: spanAt(indexLines(path, ''), 0, 1) }),
    ),
    reads: [...reads.values()],
    cache,
  };
}

function calledInVain({ name, kind, file, line }: PythonName, at: Span | undefined): Problem {
  const where = at === undefined ? {} : { at };
  return problem('model.template-python', { name, kind, file, line }, { ...where, hint: pythonWayOut(name, kind) });
}

/**
 * Whether a `.jinja` file is no model file: it only has macros, or it gives no model and another file names it. Naming
 * is enough, because a template may import it for some callers only.
 */
function isPartOfOthers({ path, text }: SourceFile, files: readonly ModelFile[], taken: ReadonlySet<string>): boolean {
  if (isBlankYaml(text)) return true;
  if (holdsModelKey(text)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return taken.has(path) || files.some((other) => other.path !== path && other.text.includes(name));
}

function renderOne(
  { path, text }: ModelFile,
  libraries: ReadonlyMap<string, string>,
  inputs: TemplateInputs,
): CachedRendering {
  const rendering = renderText(path, text, libraries, inputs);
  const { outcome, imports } = rendering;
  return {
    text,
    libraries: new Map([...imports].map((name) => [name, libraries.get(name)])),
    variables: inputs.variables,
    rendering,
    file: outcome.ok ? { path, text: outcome.text, map: outcome.map } : { path, text, problem: outcome.problem },
  };
}

function renderText(
  path: string,
  text: string,
  libraries: ReadonlyMap<string, string>,
  inputs: TemplateInputs,
): TemplateRendering {
  const tagged = contextTags(path, text);
  if (!tagged) return renderTemplate(path, text, libraries, inputs);
  const rendering = renderTemplate(path, tagged.text, libraries, inputs);
  const { outcome } = rendering;
  return {
    ...rendering,
    outcome: outcome.ok
      ? { ...outcome, map: { ...outcome.map, beneath: { file: path, ...tagged } } }
      : { ...outcome, problem: new TemplatePlaces(tagged.text, tagged.map).problem(outcome.problem, path) },
  };
}

function isGood(
  known: CachedRendering,
  text: string,
  libraries: ReadonlyMap<string, string>,
  { variables, context }: TemplateInputs,
): boolean {
  return (
    known.text === text &&
    known.variables === variables &&
    [...known.libraries].every(([path, content]) => libraries.get(path) === content) &&
    agrees(context, known.rendering.reads)
  );
}

/** Whether templates with these reads would read the same values in another context, and so render alike. */
export function agrees(context: SecurityContext, reads: readonly ContextRead[]): boolean {
  return reads.every(({ path, what, found }) => readContext(context, path, what) === found);
}
