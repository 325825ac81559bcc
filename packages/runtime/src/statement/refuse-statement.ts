import type { WireProblem } from '@orrery/contract';
import { RequestError } from '@orrery/kernel';
import type { StatementRefused } from '@orrery/sql';
import { InvalidQuery } from '../request/index.ts';

interface RefusedStatement {
  /** Begins with its kind. */
  readonly message: string;
  /** The same in one line, without the excerpt of the text; the way out is its hint. */
  readonly problem: Omit<WireProblem, 'code'>;
}

/** A statement is refused; the message begins with its kind. */
export class StatementInvalid extends RequestError {
  readonly status = 400;
  readonly problem: WireProblem;

  /** First words of the message. */
  readonly kind: StatementRefused['refusal']['kind'];
  /** Number of the character of the text at which the construct begins, from 1. */
  readonly position: number | undefined;

  /** @param problem absent: the message is one line */
  constructor(
    kind: StatementRefused['refusal']['kind'],
    code: string,
    message: string,
    problem?: RefusedStatement['problem'],
    position?: number,
  ) {
    super(code, `${kind}: ${message}`);
    this.kind = kind;
    this.position = position;
    const told = problem ?? { message };
    this.problem = { ...told, code, message: `${kind}: ${told.message}` };
  }
}

/** Adds the place in the text, with a caret below it, and the way out. */
export function invalidStatement({ refusal }: StatementRefused, text: string): StatementInvalid {
  const { kind, code, message, position, hint } = refusal;
  const place = position === undefined ? undefined : placeIn(text, position);
  const end = kind === 'Rewrite Error' ? '. Please check logs for additional information' : '';
  const shown = place === undefined ? '' : `${place.words}${place.excerpt}`;
  return new StatementInvalid(
    kind,
    code,
    `${message}${end}${hint === undefined ? '' : `. ${hint}`}${shown}`,
    {
      message: `${shorten(message)}${place?.words ?? ''}`,
      ...(hint === undefined ? {} : { hint }),
    },
    position === undefined ? undefined : characterAt(text, position),
  );
}

/** Number of the character at an offset, from 1; a pair of surrogates is one. */
export function characterAt(text: string, offset: number): number {
  return [...text.slice(0, offset)].length + 1;
}

/**
 * Runs `work` on a part of a statement. A problem that the model finds in it gets the position of the part in the text,
 * except where the problem has a path: that of something added to the statement.
 *
 * @throws InvalidQuery, and the errors of `work`
 */
export function atPlace<Result>(position: number, text: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    const { problems, isUserError, status, message } = error;
    const [first] = problems;
    if (first?.path !== undefined) throw error;
    const { words, excerpt } = placeIn(text, position);
    const hint = first?.hint === undefined ? '' : `. ${first.hint.replace(/\.$/, '')}`;
    const asJoins = first?.code === 'plan.ambiguous-join-path' ? joinedByField : '';
    throw new InvalidQuery(problems, { isUserError, status, error: `${message}${hint}${asJoins}${words}${excerpt}` });
  }
}

/** Statements have no `joinHints`. */
const joinedByField = '. In SQL, a chain of JOIN b ON a.__cubeJoinField = b.__cubeJoinField names a path';

/** The maximum length of a problem. Messages list what a statement may read; many of them are shown next to each other. */
const longestProblem = 1_000;

function shorten(message: string): string {
  return message.length <= longestProblem ? message : `${message.slice(0, longestProblem).toWellFormed()}…`;
}

const shownColumns = 64;

export function placeIn(text: string, position: number): { readonly words: string; readonly excerpt: string } {
  const begin = text.lastIndexOf('\n', position - 1) + 1;
  const newline = text.indexOf('\n', position);
  const line = text.slice(0, begin).split('\n').length;
  const from = Math.max(begin, position - shownColumns / 2);
  const source = text.slice(from, Math.min(newline === -1 ? text.length : newline, from + shownColumns));
  const visible = source.replaceAll(/\p{Cc}|\p{Cs}/gu, ' ');
  return {
    words: ` at Line: ${line}, Column: ${position - begin + 1}`,
    excerpt: `\n\n${visible}\n${' '.repeat(position - from)}^`,
  };
}
