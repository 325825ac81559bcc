import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailSender } from '@orrery/config';
import type { Mail, Mailer } from './mail.ts';
import { messageOf } from './message-of.ts';

/** Number of mails kept; beyond it the oldest are deleted. */
const mostMails = 1_000;

/** Writes mail into a folder, one file per message, for users who can read the data folder. */
export function outboxMailer(directory: string, from: MailSender): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let written = 0;
  return {
    reaches: false,
    send: async (mail: Mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = join(directory, `${mail.key.replace(/[^A-Za-z0-9.-]/g, '-')}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      written += 1;
      if (written % 100 === 1) await removeOldest(directory);
    },
    close: async () => transport.close(),
  };
}

async function removeOldest(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.eml'));
  if (names.length <= mostMails) return;
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(directory, name))).mtimeMs })),
  );
  const oldest = files.toSorted((one, other) => one.at - other.at).slice(0, names.length - mostMails);
  for (const { name } of oldest) await rm(join(directory, name), { force: true });
}
