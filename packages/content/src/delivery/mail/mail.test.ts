import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MailServer, readMail } from '../../../../../tests/servers/mail-server.ts';
import { isMailAddress, type Mail, MailDelayed, MailRefused } from './mail.ts';
import { openMailer } from './open-mailer.ts';

const from = { address: 'reports@example.com', name: 'Orrery, reports' };

function mailTo(to: string, given: Partial<Mail> = {}): Mail {
  return {
    to,
    subject: 'Revenue',
    html: '<p>größer</p>',
    text: 'größer',
    attachments: [{ fileName: 'Umsatz "1".csv', type: 'text/csv; charset=utf-8', content: '\ufeffa\r\nü\r\n' }],
    key: 'run-7.recipient-1',
    ...given,
  };
}

describe('a mail', () => {
  let dataDirectory: string;
  const mailerOf = (server?: MailServer, credentials: { user?: string; password?: string } = {}) =>
    openMailer({
      dataDirectory,
      mail: {
        from,
        ...(server ? { server: { host: '127.0.0.1', port: server.port, tls: 'never', ...credentials } } : {}),
      },
    });

  beforeEach(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'orrery-mail-'));
  });

  afterEach(() => rmSync(dataDirectory, { recursive: true }));

  it('reaches one recipient through the server, with text, HTML and attachments', async () => {
    await using server = await MailServer.open({ credentials: { user: 'u', password: 'p' } });
    const mailer = mailerOf(server, { user: 'u', password: 'p' });
    await mailer.send(mailTo('ann@example.com'));
    await mailer.close();
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      sender: 'reports@example.com',
      recipients: ['ann@example.com'],
      mail: {
        subject: 'Revenue',
        text: 'größer\n',
        html: '<p>größer</p>\n',
        messageId: '<run-7.recipient-1@example.com>',
        from: { address: 'reports@example.com', name: 'Orrery, reports' },
        to: [{ address: 'ann@example.com' }],
        attachments: [{ filename: 'Umsatz "1".csv', mimeType: 'text/csv' }],
      },
    });
  });

  it('has one subject and one recipient for any input', async () => {
    await using server = await MailServer.open();
    const mailer = mailerOf(server);
    const subject = 'a\r\nBcc: eve@example.com\r\n\r\nbody\u2028x\u0000y\u202Ez <b>=?utf-8?Q?q?= ü';
    await mailer.send(mailTo('ann@example.com', { subject, key: 'k\r\nBcc: eve@example.com' }));
    await mailer.send(mailTo('ann@example.com', { subject: '𝓤'.repeat(300) }));
    const hostile = ['eve@example.com,ann@example.com', 'a@b>\r\nRCPT TO:<eve@example.com', 'Ann <a@b>', 'a@b@c', ''];
    for (const to of hostile) await expect(mailer.send(mailTo(to))).rejects.toThrow(MailRefused);
    await mailer.close();
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['ann@example.com'], ['ann@example.com']]);
    const [first, second] = server.received;
    expect(first?.mail.subject).toBe('a Bcc: eve@example.com body x y z <b>=?utf-8?Q?q?= ü');
    expect(second?.mail.subject).toBe(`${'𝓤'.repeat(200)}...`);
    expect(first?.mail.bcc).toBeUndefined();
    const names = first?.mail.headers.map(({ key }) => key) ?? [];
    expect(names.filter((name) => ['bcc', 'cc', 'to'].includes(name))).toEqual(['to']);
  });

  it('that fails for good is distinguished from one that may be sent later', async () => {
    await using server = await MailServer.open({
      refuse: (address) => {
        if (address.startsWith('gone')) return { code: 550, text: 'secret words of the server' };
        return address.startsWith('full') ? { code: 452, text: 'later' } : undefined;
      },
    });
    const mailer = mailerOf(server);
    await expect(mailer.send(mailTo('gone@example.com'))).rejects.toThrow(/^the mail server refused it \(550\)$/);
    await expect(mailer.send(mailTo('full@example.com'))).rejects.toThrow(MailDelayed);
    await mailer.send(mailTo('ann@example.com'));
    await mailer.close();
    await using closed = await MailServer.open({ credentials: { user: 'u', password: 'p' } });
    const stranger = mailerOf(closed, { user: 'u', password: 'wrong' });
    const refused = await stranger.send(mailTo('ann@example.com')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(MailRefused);
    expect(refused).not.toBeInstanceOf(MailDelayed);
    await stranger.close();
    expect([server.received.length, closed.received.length]).toEqual([1, 0]);
  });

  it('is not sent to a server without encryption when encryption is required', async () => {
    await using server = await MailServer.open();
    const mail = { from, server: { host: '127.0.0.1', port: server.port, tls: 'required' } } as const;
    const mailer = openMailer({ dataDirectory, mail });
    await expect(mailer.send(mailTo('ann@example.com'))).rejects.toThrow();
    await mailer.close();
    expect(server.received).toEqual([]);
  });

  it('is a file in the outbox without a server, and one file when it is sent again', async () => {
    const mailer = mailerOf();
    await mailer.send(mailTo('ann@example.com'));
    await mailer.send(mailTo('ann@example.com', { subject: 'again' }));
    await mailer.send(mailTo('bob@example.com', { key: '../../etc/passwd' }));
    await mailer.close();
    const outbox = join(dataDirectory, 'outbox');
    const names = readdirSync(outbox).toSorted();
    expect(names).toEqual(['..-..-etc-passwd.eml', 'run-7.recipient-1.eml']);
    expect([statSync(outbox).mode & 0o777, statSync(join(outbox, 'run-7.recipient-1.eml')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    const mail = await readMail(readFileSync(join(outbox, 'run-7.recipient-1.eml')));
    expect(mail).toMatchObject({ subject: 'again', to: [{ address: 'ann@example.com' }] });
    expect(mailer.reaches).toBe(false);
  });
});

it('accepts only addresses that every mail program parses in the same way', () => {
  for (const address of ['ann@example.com', "o'neil+x@example.co.uk", 'ü@bücher.example']) {
    expect(isMailAddress(address)).toBe(true);
  }
  for (const address of ['a@b,c@d', '"a b"@c', 'a@b;', 'a:b@c', 'a@[127.0.0.1]', `${'a'.repeat(250)}@b.cd`, 'a@b\n']) {
    expect(isMailAddress(address)).toBe(false);
  }
});
