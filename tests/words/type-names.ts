import type { Source } from '../sources.ts';

interface RepeatedTypes {
  /** The files that export a type of each name, where there are several. */
  readonly exported: ReadonlyMap<string, readonly string[]>;
  /** The files that declare a type of each name, exported or not, where there are several. */
  readonly declared: ReadonlyMap<string, readonly string[]>;
}

const functions = /^export (?:async )?(?:function\*?|const) (\w+)/gm;

/** Finds the files that export a function or constant of each name, where there are several. */
export function repeatedFunctions(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const exported = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    for (const [, name = ''] of text.matchAll(functions)) add(exported, name, file);
  }
  return ofSeveralFiles(exported);
}

const declarations = /^(export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;

/** Finds the names that types of several files share. Types within functions are not looked at. */
export function repeatedTypes(sources: readonly Source[]): RepeatedTypes {
  const exported = new Map<string, Set<string>>();
  const declared = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    for (const [, isExported, name = ''] of text.matchAll(declarations)) {
      add(declared, name, file);
      if (isExported !== undefined) add(exported, name, file);
    }
  }
  return { exported: ofSeveralFiles(exported), declared: ofSeveralFiles(declared) };
}

function add(files: Map<string, Set<string>>, name: string, file: string): void {
  files.set(name, (files.get(name) ?? new Set()).add(file));
}

function ofSeveralFiles(files: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly string[]> {
  return new Map([...files].filter(([, of]) => of.size > 1).map(([name, of]) => [name, [...of]]));
}
