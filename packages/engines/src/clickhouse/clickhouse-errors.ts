import { EngineCancelled, EngineError } from '../engine.ts';
import { classByNumber, type ErrorNumbers } from '../error-numbers.ts';
import { serverErrorIn } from '../network/index.ts';

/** https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const NUMBERS: ErrorNumbers = {
  connection: [81, 115, 192, 193, 194, 195, 198, 203, 209, 210, 279, 425, 516, 517, 731, 746],
  resource: [158, 161, 167, 168, 173, 191, 201, 202, 241, 243, 290, 306, 307, 396, 439, 745],
  timeout: [159, 160, 394],
  conversion: [6, 25, 26, 27, 32, 38, 41, 69, 70, 72, 131, 153, 321, 349, 376, 395, 407, 441, 457, 675],
  forbidden: [164, 291, 344, 446, 452, 482, 497],
};

const CLASS_BY_NUMBER = classByNumber(NUMBERS);

const unknownSetting = 115;
/** A reading user, and a constraint of a profile. */
const settingRefusals = [164, 452];

interface ServerFault {
  /** The server's own text. */
  readonly message: string;
  /** Number of the error, where the head of the answer has it. */
  readonly code?: number;
  /** The text of the statement, for the position of an error of its syntax. */
  readonly text?: string;
  readonly cause?: unknown;
}

/** The error of an answer of the server. */
export function serverError({ message, code, text, cause }: ServerFault): EngineError {
  const number = code ?? Number(/^Code: (\d+)\./.exec(message)?.[1] ?? Number.NaN);
  const reason = (hint: string) => new Error(`${hint}${message}`, { cause });
  if (number === unknownSetting) {
    return new EngineError('connection', reason('ClickHouse 25.8 or newer is needed: '));
  }
  if (settingRefusals.includes(number) && /\bsetting\b/i.test(message)) {
    const hint = 'the profile of the user may have readonly=0 or readonly=2, and no constraint of this setting: ';
    return new EngineError('connection', reason(hint));
  }
  return new EngineError(CLASS_BY_NUMBER.get(number) ?? 'statement', reason(''), positionIn(text, message));
}

/** The place of an error of syntax, in characters; the server counts bytes from 1. */
function positionIn(text: string | undefined, message: string): number | undefined {
  const bytes = /Syntax error: failed at position (\d+)/.exec(message)?.[1];
  if (bytes === undefined || text === undefined) return undefined;
  return Buffer.from(text).toString('utf8', 0, Number(bytes) - 1).length;
}

/** Converts the error of a failed request. Errors of the engine itself stay as they are. */
export function asEngineError(error: unknown): EngineError | EngineCancelled {
  if (error instanceof EngineError || error instanceof EngineCancelled) return error;
  return new EngineError(serverErrorIn(error)?.failure === 'too-long' ? 'resource' : 'connection', error);
}
