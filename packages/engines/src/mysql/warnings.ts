import { EngineError } from '../engine.ts';
import { classOfNumber } from './mysql-errors.ts';
import type { MySqlSession } from './session.ts';

/**
 * Rejects answers with warnings about changed values. Other engines end such a statement with an error; these servers
 * continue with another value (`'abc'` is 0, a list is cut, a date is NULL). Other warnings are ignored.
 *
 * @throws EngineError
 */
export async function requireUntouchedValues(session: MySqlSession): Promise<void> {
  for (const [level, code, message] of await session.ask('SHOW WARNINGS')) {
    const errorClass = classOfNumber(Number(code));
    if (level === 'Warning' && errorClass !== 'statement')
      throw new EngineError(errorClass, new Error(String(message)));
  }
}
