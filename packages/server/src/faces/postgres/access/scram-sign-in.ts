import { type ScramAnswer, scramExchange } from '../authentication/index.ts';
import { readSaslChoice } from '../protocol/client-messages.ts';
import { serverMessages } from '../protocol/server-messages.ts';
import { brokenProtocol } from '../protocol/wire-failure.ts';
import type { PasswordQuestion } from './password-question.ts';
import type { SqlAccount } from './sql-accounts.ts';

interface ScramSignIn {
  readonly account: SqlAccount;
  /** Hash of the certificate of this connection; absent where there is none. */
  readonly endPoint: Uint8Array | undefined;
  readonly question: PasswordQuestion;
  /** Called when the proof is there, before it is checked. @throws WireFailure */
  readonly requireOpen: () => void;
}

/**
 * Checks the password of an account, which does not cross the connection.
 *
 * @returns whether it is right; undefined when the client left @throws WireFailure, which is fatal
 */
export async function scramSignIn({
  account: { verifier },
  endPoint,
  question,
  requireOpen,
}: ScramSignIn): Promise<boolean | undefined> {
  const exchange = scramExchange({ verifier, endPoint });
  const chosen = await question.ask(serverMessages.askSasl(exchange.mechanisms));
  if (!chosen) return undefined;
  const { mechanism, message } = readSaslChoice(chosen);
  const begun = exchange.begin(mechanism, message);
  if (begun.kind !== 'continue') throw malformed(begun);
  const last = await question.ask(serverMessages.continueSasl(begun.message));
  if (!last) return undefined;
  requireOpen();
  const ended = exchange.finish(last);
  if (ended.kind === 'wrong') return false;
  if (ended.kind !== 'accepted') throw malformed(ended);
  question.say(serverMessages.finishSasl(ended.message));
  return true;
}

function malformed(answer: ScramAnswer): Error {
  return brokenProtocol(`malformed SCRAM message${answer.kind === 'malformed' ? `: ${answer.reason}` : ''}`);
}
