const title = '--title=';

/**
 * How commands of this installation are called, for texts that name one: `npx orrery`, or as the launcher of an archive says by the
 * title that it gives the process, `./orrery`.
 */
export const calledAs =
  process.execArgv.find((option) => option.startsWith(title))?.slice(title.length) ?? 'npx orrery';
