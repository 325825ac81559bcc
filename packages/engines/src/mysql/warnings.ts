import { EngineError } from '../engine.ts';
import { classOfNumber } from './mysql-errors.ts';
import type { Session } from './session.ts';

/**
 * Where other engines end a statement with an error, these servers go on with another value (`'abc'` is 0, a list is cut,
 * a date is NULL) and leave a warning behind. Of all the warnings there are, those that say so make the answer wrong.
 *
 * @throws EngineError
 */
export async function requireUntouchedValues(session: Session): Promise<void> {
  for (const [level, code, message] of await session.ask('SHOW WARNINGS')) {
    const errorClass = classOfNumber(Number(code));
    if (level === 'Warning' && errorClass !== 'statement')
      throw new EngineError(errorClass, new Error(String(message)));
  }
}
