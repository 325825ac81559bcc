import { createTransport } from 'nodemailer';
import type { MailSender, MailServer } from '@orrery/config';
import { type Mail, MailDelayed, MailRefused, type Mailer } from './mail.ts';
import { messageOf } from './message-of.ts';

const connectWithinMs = 15_000;
const answerWithinMs = 60_000;
const connections = 2;

/** Sends mail through the operator's server. */
export function smtpMailer(server: MailServer, from: MailSender): Mailer {
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    host: server.host,
    port: server.port,
    secure: server.tls === 'always',
    requireTLS: server.tls === 'required',
    ignoreTLS: server.tls === 'never',
    ...(server.user === undefined ? {} : { auth: { user: server.user, pass: server.password ?? '' } }),
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    dnsTimeout: connectWithinMs,
    socketTimeout: answerWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    reaches: true,
    send: async (mail: Mail) => {
      const message = messageOf(mail, from);
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw answerTo(error) ?? error;
      }
    },
    close: async () => transport.close(),
  };
}

/**
 * Reads a refusal of this mail from an error; refusals of us as a client do not count. Uses only the code, because the
 * server's text may quote anything.
 */
function answerTo(error: unknown): MailRefused | MailDelayed | undefined {
  if (!(error instanceof Error)) return undefined;
  const reply = 'responseCode' in error ? error.responseCode : undefined;
  const code = 'code' in error ? error.code : undefined;
  if (typeof reply !== 'number' || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return undefined;
  if (reply >= 500) return new MailRefused(`the mail server refused it (${reply})`, { cause: error });
  return new MailDelayed(`the mail server did not take it (${reply})`, { cause: error });
}
