import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeFrame, hintWithTaken, type Problem } from '@orrery/semantic';

/** Formats a problem of a model file for people: position, message, hint, and the lines around it. */
export function describeModelProblem(problem: Problem, modelDirectory: string): string {
  const { at, message } = problem;
  const hint = hintWithTaken(problem);
  const sentence = hint === undefined ? message : `${message}${/[.!?]$/.test(message) ? '' : '.'} ${hint}`;
  switch (at?.kind) {
    case undefined:
      return sentence;
    case 'file': {
      const text = readIfThere(join(modelDirectory, at.file));
      const frame = text === undefined ? '' : `\n${codeFrame(text, at)}`;
      return `${at.file}:${at.line}:${at.column}: ${sentence}${frame}`;
    }
    case 'document':
      return `${at.file}: ${at.path.join('.')}: ${sentence}`;
    case 'request':
      return `${at.path}: ${sentence}`;
  }
}

/** The file may have changed or be missing since; the message is shown without its lines then. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
