import { indexLines, type ModelFile, spanAt } from '../source/index.ts';

/** A name that a Python file next to the model would give to templates if programs ran. */
export interface PythonName {
  readonly name: string;
  readonly kind: 'function' | 'filter' | 'variable';
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export const pythonFile = /\.py$/i;

const registered = /\.add_(?<registers>function|filter|variable)\(\s*['"](?<registered>\w+)['"]/;
const decorated = /@\w+\.(?<decorates>function|filter)\b(?:\(\s*(?:name\s*=\s*)?(?:['"](?<decorated>\w+)['"])?)?/;
const defined = /^[ \t]*(?:async[ \t]+)?def[ \t]+(?<defined>\w+)/;
const statement = new RegExp(`${registered.source}|${decorated.source}|${defined.source}`, 'gm');

/**
 * Finds names that the Python files of a model define, by pattern; nothing runs. A registered name wins over a bare
 * `def`.
 */
export function pythonNames(files: readonly ModelFile[]): ReadonlyMap<string, PythonName> {
  const bare = new Map<string, PythonName>();
  const names = new Map<string, PythonName>();
  for (const { path, text } of files.filter((file) => pythonFile.test(file.path))) {
    const lines = indexLines(path, text);
    /** A decorator that leaves the name to the function below it. */
    let above: PythonName['kind'] | undefined;
    for (const { index, groups = {} } of text.matchAll(statement)) {
      const { line } = spanAt(lines, index, index);
      const add = (to: Map<string, PythonName>, name: string, kind: PythonName['kind']): void => {
        if (!to.has(name)) to.set(name, { name, kind, file: path, line });
      };
      if (groups['registered'] !== undefined) add(names, groups['registered'], kindOf(groups['registers']));
      else if (groups['decorated'] !== undefined) add(names, groups['decorated'], kindOf(groups['decorates']));
      else if (groups['decorates'] !== undefined) above = kindOf(groups['decorates']);
      else if (groups['defined'] !== undefined) {
        add(above === undefined ? bare : names, groups['defined'], above ?? 'function');
        above = undefined;
      }
    }
  }
  return new Map([...bare, ...names]);
}

function kindOf(word: string | undefined): PythonName['kind'] {
  return word === 'filter' || word === 'variable' ? word : 'function';
}

/** Hint that names the replacement for a Python name. */
export function pythonWayOut(name: string, kind: PythonName['kind']): string {
  if (kind === 'variable')
    return `Write it as {% set ${name} = ... %} in a .jinja file and import it from there, or read it with env_var`;
  const use = kind === 'filter' ? `{{ m.${name}(x) }} in place of {{ x | ${name} }}` : `{{ m.${name}(...) }}`;
  return `Write it as a macro of a .jinja file, {% import 'macros.jinja' as m %}, and call ${use}; put data that it read elsewhere into the model as a list, or take it from env_var or COMPILE_CONTEXT`;
}
