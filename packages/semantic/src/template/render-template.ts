import type { SecurityContext } from '@orrery/kernel';
import { type Problem, problem } from '../problem/index.ts';
import { type Chunk, indexLines, type SourceMap, spanAt } from '../source/index.ts';
import { Budget } from './budget.ts';
import { type ContextRead, ContextReader } from './context-value.ts';
import { TemplateEvaluation } from './evaluate.ts';
import { globalScope, type TemplateVariables } from './globals.ts';
import { importName, includeName, parseTemplate } from './parse-template.ts';
import { failed, TemplateFault } from './template-fault.ts';
import { type Arguments, requireText, type TextValue, type TemplateValue } from './value.ts';

export interface TemplateInputs {
  readonly variables: TemplateVariables;
  readonly context: SecurityContext;
}

export interface TemplateRendering {
  readonly outcome:
    | { readonly ok: true; readonly text: string; readonly map: SourceMap }
    | { readonly ok: false; readonly problem: Problem; readonly wanted?: string | undefined };
  /** Even of a rendering that failed: another context may get further. */
  readonly reads: readonly ContextRead[];
  /** Files it took something from, or would have. */
  readonly imports: ReadonlySet<string>;
}

/**
 * The text a template becomes. It sees the files given, and nothing else of the world: no clock, no files, no network,
 * and of the environment the variables named. Work, text and nesting are bounded.
 *
 * @param libraries texts of files that templates may take from, by path
 */
export function renderTemplate(
  file: string,
  text: string,
  libraries: ReadonlyMap<string, string>,
  { variables, context }: TemplateInputs,
): TemplateRendering {
  const reader = new ContextReader(context);
  const imports = new Set<string>();
  const texts = new Map([[file, text]]);
  const budget = new Budget();
  const globals = globalScope(variables, budget);
  const modules = new Map<
    string,
    { readonly chunks: readonly Chunk[]; readonly names: ReadonlyMap<string, TemplateValue> }
  >();
  const open = new Set([file]);

  const run = (path: string, content: string) =>
    new TemplateEvaluation(parseTemplate(path, content), { budget, context: reader, globals }).run();
  const moduleOf = ({ positional }: Arguments) => {
    const path = libraryPath(requireText(positional[0] ?? null));
    imports.add(path);
    const content = libraries.get(path);
    if (content === undefined) throw noLibrary(path);
    if (open.has(path)) throw failed(`'${path}' imports itself`);
    const known = modules.get(path);
    if (known) return known;
    open.add(path);
    texts.set(path, content);
    const module = budget.within(() => run(path, content));
    open.delete(path);
    modules.set(path, module);
    return module;
  };
  globals.set(importName, {
    kind: 'function',
    name: 'import',
    call: (given) => ({ kind: 'dictionary', entries: new Map(moduleOf(given).names) }),
  });
  globals.set(includeName, {
    kind: 'function',
    name: 'include',
    call: (given) => asText(moduleOf(given).chunks),
  });

  try {
    const { chunks } = run(file, text);
    const rendered = chunks.map((chunk) => chunk.text).join('');
    return { outcome: { ok: true, text: rendered, map: { chunks, texts } }, reads: reader.reads, imports };
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    const place = error.place ?? { file, from: 0, to: 1 };
    const at = spanAt(indexLines(place.file, texts.get(place.file) ?? ''), place.from, place.to);
    const found = problem(error.code, error.params, { at, hint: error.hint });
    return { outcome: { ok: false, problem: found, wanted: error.wanted }, reads: reader.reads, imports };
  }
}

function asText(chunks: readonly Chunk[]): TextValue {
  return { kind: 'text', text: chunks.map((chunk) => chunk.text).join(''), trust: 'safe', chunks };
}

/**
 * Returns the path as model files are named, with `/`.
 *
 * @throws TemplateFault for a path that leaves the model folder
 */
function libraryPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '.' || step === '') continue;
    if (step === '..' && steps.pop() === undefined) throw outside(path);
    if (step !== '..') steps.push(step);
  }
  if (path.startsWith('/') || path.includes('\\') || path.includes('\0')) throw outside(path);
  return steps.join('/');
}

function outside(path: string): TemplateFault {
  return new TemplateFault('model.template-outside', { path });
}

function noLibrary(path: string): TemplateFault {
  const isLibrary = /\.(?:jinja|ya?ml)$/i.test(path);
  const hint = isLibrary
    ? 'Paths begin at the model folder'
    : 'Macros belong in files whose names end in .jinja, .yml or .yaml';
  return new TemplateFault('model.template-not-found', { path }, { hint });
}
