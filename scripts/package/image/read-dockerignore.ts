/** One line of `.dockerignore`. */
interface Rule {
  readonly pattern: RegExp;
  /** Where the line begins with `!`: the path that it brings back. */
  readonly kept: string | undefined;
}

/**
 * Reads `.dockerignore` as a builder of images does: of the lines that match a path or a folder above it, the last one counts.
 * Knows `*`, `**` and `!`, and leaves out a folder only where no line brings back a path in it.
 *
 * @returns says of a path of the context, or of a folder, whether it is left out
 */
export function ignoredBy(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(ruleOf);
  return (path) => {
    const parts = path.split('/');
    const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    const last = rules.findLast(({ pattern }) => paths.some((each) => pattern.test(each)));
    if (!last || last.kept !== undefined) return false;
    return !rules.some(({ kept }) => kept?.startsWith(`${path}/`));
  };
}

function ruleOf(line: string): Rule {
  const kept = line.startsWith('!') ? line.slice(1) : undefined;
  const glob = kept ?? line;
  if (/[?[\]\\{}]/.test(glob)) throw new Error(`.dockerignore: ${line} is not read here`);
  const source = glob
    .replaceAll(/[.+^$()|]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return { pattern: new RegExp(`^${source}$`), kept };
}
