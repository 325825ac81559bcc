/** Exit code of a process ended by SIGPIPE (13); Node ignores that signal. */
const closedPipeCode = 128 + 13;

export interface ClosedPipes {
  /** Lets the process run on without readers: the server outlives the program that read its banner. */
  leaveOpen(): void;
}

/**
 * Ends the process silently when the reader of its output is gone, as in `orrery check | head`. When output fails for
 * another reason, for example a full disk, the process ends with that reason.
 */
export function endOnClosedPipes(): ClosedPipes {
  let goesOn = false;
  const end = (error: NodeJS.ErrnoException): void => {
    if (goesOn) return;
    if (error.code !== 'EPIPE') process.stderr.write(`The output cannot be written: ${error.message}\n`);
    process.exit(error.code === 'EPIPE' ? closedPipeCode : 1);
  };
  process.stdout.on('error', end);
  process.stderr.on('error', end);
  return { leaveOpen: () => void (goesOn = true) };
}
