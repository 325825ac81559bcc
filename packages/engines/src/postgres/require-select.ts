import { EngineError } from '../engine.ts';

/**
 * White space, comments and opening parentheses before the first word. Block comments nest in PostgreSQL; a nested one
 * is refused.
 */
const IN_FRONT = /^(?:[\s(]|--[^\r\n]*|\/\*(?:(?!\/\*)[^])*?\*\/)*/;
const READING = /^(?:SELECT|WITH|VALUES|TABLE)\b/i;

/**
 * Requires a SELECT. A prepared statement can hold only one statement, and the transaction is read-only. That leaves
 * the statements that a read-only transaction allows and no query needs: COPY to a file or a program, CALL, DO, LISTEN,
 * settings.
 *
 * @throws EngineError `forbidden`
 */
export function requireSelect(text: string): void {
  const start = IN_FRONT.exec(text)?.[0].length ?? 0;
  if (!READING.test(text.slice(start, start + 16))) {
    throw new EngineError('forbidden', new Error('only SELECT statements are run'));
  }
}
