/** As of a process that the signal for it, SIGPIPE (13), has ended: Node leaves that signal aside. */
const closedPipeCode = 128 + 13;

export interface ClosedPipes {
  /** From now on the process goes on without readers: serving does not end with whoever read the banner. */
  leaveOpen(): void;
}

/**
 * Ends the process without a word when nobody reads its output any more, as in `orrery check | head`. Output that cannot be
 * written for another reason, as to a full disk, ends it with that reason.
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
