import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { WireSide } from './wire-sides.ts';

/** A line that a program prints: what came of a step, the error that ended it, or why its client lacks it. */
export interface ProgramStep {
  readonly step: string;
  readonly got?: unknown;
  readonly error?: string;
  readonly lacks?: string;
  /** Expected answer of Orrery, for a step that the PostgreSQL of the proof is too old for. */
  readonly beyond?: unknown;
}

export interface ProgramCommand {
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
}

/** A program that prints no line for longer hangs; one of Python ends a step itself after half of it. */
const silentMs = 600_000;

/**
 * Runs a program against a side, whose address it reads from `WIRE`. The line `restart` starts the side again.
 *
 * @returns its steps; one that did not come in time, or the end of a program that fails, is an error of the step `end`
 */
export async function runProgram(
  { command: [program, ...parameters], environment, directory }: ProgramCommand,
  side: WireSide,
): Promise<readonly ProgramStep[]> {
  const child = spawn(program, parameters, {
    cwd: directory,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, WIRE: JSON.stringify(side.address) },
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2_000)));
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(code === 0 ? '' : `ended with ${code ?? signal}: ${errors}`));
  });
  const steps: ProgramStep[] = [];
  const hangs = () => {
    steps.push({ step: 'end', error: `hangs after the step ${steps.at(-1)?.step ?? 'start'}` });
    child.kill('SIGKILL');
  };
  let timer = setTimeout(hangs, silentMs);
  for await (const line of createInterface(child.stdout)) {
    clearTimeout(timer);
    timer = setTimeout(hangs, silentMs);
    const step = stepOf(line);
    if (step?.step === 'restart') {
      await side.restart();
      child.stdin.write('restarted\n');
    } else if (step) steps.push(step);
  }
  const fault = await ended;
  clearTimeout(timer);
  process.off('exit', killAtExit);
  if (fault !== '' && steps.at(-1)?.step !== 'end') steps.push({ step: 'end', error: fault });
  return steps;
}

/** Clients print lines of their own, too. */
function stepOf(line: string): ProgramStep | undefined {
  if (!line.startsWith('{"step"')) return undefined;
  return JSON.parse(line) as ProgramStep; // printed by the programs in this shape
}
