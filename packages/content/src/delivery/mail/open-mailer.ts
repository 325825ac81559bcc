import { join } from 'node:path';
import type { Settings } from '@orrery/config';
import type { Mail, Mailer } from './mail.ts';

/** Chooses how this process sends mail. The code for sending is loaded with the first mail. */
export function openMailer({ mail, dataDirectory }: Pick<Settings, 'mail' | 'dataDirectory'>): Mailer {
  const { server, from } = mail;
  let opened: Promise<Mailer> | undefined;
  const open = async () => {
    if (server) return (await import('./smtp-mailer.ts')).smtpMailer(server, from);
    return (await import('./outbox-mailer.ts')).outboxMailer(join(dataDirectory, 'outbox'), from);
  };
  return {
    reaches: server !== undefined,
    send: async (message: Mail) => {
      opened ??= open();
      await (await opened).send(message);
    },
    close: async () => (await opened)?.close(),
  };
}
