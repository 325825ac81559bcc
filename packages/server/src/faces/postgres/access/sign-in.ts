import type { SecureContext } from 'node:tls';
import { isLoopback } from '@orrery/config';
import { readPassword } from '../protocol/client-messages.ts';
import type { MessageQueue } from '../protocol/message-queue.ts';
import type { WireOutbox } from '../protocol/outbox.ts';
import { serverMessages } from '../protocol/server-messages.ts';
import { WireFailure } from '../protocol/wire-failure.ts';
import type { StartupPacket } from '../startup/startup-packet.ts';
import { PasswordQuestion } from './password-question.ts';
import { scramSignIn } from './scram-sign-in.ts';
import type { SqlAccounts } from './sql-accounts.ts';
import type { AdmittedLogin, WireAccess } from './wire-access.ts';

interface SignInInput {
  readonly packet: StartupPacket;
  readonly queue: MessageQueue;
  readonly outbox: WireOutbox;
  readonly isSecure: boolean;
  /** Hash of the certificate of the connection; absent where it has none. */
  readonly endPoint: Uint8Array | undefined;
  readonly address: string;
}

interface WireSignInRules {
  readonly access: Pick<WireAccess, 'admit' | 'admitAccount' | 'requireOpen'>;
  readonly accounts: SqlAccounts;
  /** Whether passwords may cross this machine in clear. */
  readonly isDevelopment: boolean;
  secureContext(): SecureContext | undefined;
}

/**
 * Asks for the credential of a user and checks it. The name of the user decides what is asked for: an account proves that it
 * knows its password; every other name is asked for a credential in clear.
 *
 * @returns undefined when the client left
 * @throws WireFailure, which is fatal
 */
export async function signIn(
  { packet: { user, database }, queue, outbox, isSecure, endPoint, address }: SignInInput,
  rules: WireSignInRules,
): Promise<AdmittedLogin | undefined> {
  if (!isSecure) requireLocal(address, rules);
  const { access, accounts } = rules;
  const question = new PasswordQuestion(queue, outbox);
  const account = accounts.named(user);
  if (account) {
    const requireOpen = () => access.requireOpen(address);
    const isRight = await scramSignIn({ account, endPoint, question, requireOpen });
    return isRight === undefined ? undefined : access.admitAccount({ user, database, address }, { account, isRight });
  }
  const body = await question.ask(serverMessages.askPassword);
  return body && access.admit({ user, database, password: readPassword(body), address });
}

/** @throws WireFailure before a password is asked for in clear, where others could read it */
function requireLocal(address: string, { isDevelopment, secureContext }: WireSignInRules): void {
  if (isDevelopment && isLoopback(address.replace(/^::ffff:/, ''))) return;
  const hint = secureContext()
    ? 'Connect with sslmode=require'
    : 'The server has no certificate: its operator starts it with --tls-cert and --tls-key, or --tls-self-signed';
  throw new WireFailure('28000', 'this server takes passwords only over TLS', { hint, isFatal: true });
}
