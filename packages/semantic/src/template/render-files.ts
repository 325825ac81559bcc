import type { ModelFile, SourceFile } from '../source/parse-file.ts';
import { type ContextRead, readContext, type SecurityContext } from './context-value.ts';
import { type Rendering, renderTemplate, type TemplateInputs } from './render-template.ts';

export interface RenderedFiles {
  readonly files: readonly SourceFile[];
  /** What all templates have read together; empty: the same for every context. */
  readonly reads: readonly ContextRead[];
  readonly cache: RenderCache;
}

/** By path; a rendering is good while its texts are, and the context says what was read of it. */
export type RenderCache = ReadonlyMap<string, CachedRendering>;

interface CachedRendering {
  readonly text: string;
  readonly libraries: ReadonlyMap<string, string | undefined>;
  readonly variables: TemplateInputs['variables'];
  readonly rendering: Rendering;
  readonly file: SourceFile;
}

const marker = /\{[{%#]/;
const library = /\.jinja$/i;
const yaml = /\.ya?ml$/i;

/** Renders the YAML files that have markers of templates; `.jinja` files are there for them, and no model files. */
export function renderFiles(
  files: readonly ModelFile[],
  inputs: TemplateInputs,
  previous?: RenderCache,
): RenderedFiles {
  const libraries = new Map(files.filter(({ path }) => library.test(path)).map(({ path, text }) => [path, text]));
  const cache = new Map<string, CachedRendering>();
  const reads = new Map<string, ContextRead>();
  const rendered: SourceFile[] = [];
  for (const file of files) {
    const { path, text } = file;
    if (libraries.has(path)) continue;
    if (!yaml.test(path) || !marker.test(text)) {
      rendered.push(file);
      continue;
    }
    const known = previous?.get(path);
    const entry =
      known && isGood(known, text, libraries, inputs) ? known : renderOne({ path, text }, libraries, inputs);
    cache.set(path, entry);
    for (const read of entry.rendering.reads) reads.set(`${read.what} ${JSON.stringify(read.path)}`, read);
    rendered.push(entry.file);
  }
  return { files: rendered, reads: [...reads.values()], cache };
}

function renderOne(
  { path, text }: ModelFile,
  libraries: ReadonlyMap<string, string>,
  inputs: TemplateInputs,
): CachedRendering {
  const rendering = renderTemplate(path, text, libraries, inputs);
  const { outcome, imports } = rendering;
  return {
    text,
    libraries: new Map([...imports].map((name) => [name, libraries.get(name)])),
    variables: inputs.variables,
    rendering,
    file: outcome.ok ? { path, text: outcome.text, map: outcome.map } : { path, text, problem: outcome.problem },
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

/** Whether templates that read this would read the same in another context, and so render alike. */
export function agrees(context: SecurityContext, reads: readonly ContextRead[]): boolean {
  return reads.every(({ path, what, found }) => readContext(context, path, what) === found);
}
