import type { SendMailOptions } from 'nodemailer';
import type { MailSender } from '@orrery/config';
import { isMailAddress, type Mail, MailRefused } from './mail.ts';

const longestSubject = 200;

/**
 * A mail in the form of the library: addresses are literal, and no content is read from files or URLs. @throws
 * MailRefused
 */
export function messageOf(mail: Mail, from: MailSender): SendMailOptions {
  if (!isMailAddress(mail.to)) throw new MailRefused('the address cannot be used for mail');
  return {
    from: { address: from.address, name: from.name ?? '' },
    to: { address: mail.to, name: '' },
    envelope: { from: from.address, to: [mail.to] },
    subject: subjectOf(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.key}@${domainOf(from.address)}>`,
    // Keeps automatic replies away.
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: mail.attachments.map(({ fileName, type, content }) => ({
      filename: fileName,
      contentType: type,
      content: Buffer.from(content, 'utf8'),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Puts the subject on one line, whatever the name of the dashboard holds. */
function subjectOf(text: string): string {
  const line = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return [...line].length > longestSubject ? `${[...line].slice(0, longestSubject).join('')}...` : line;
}

function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return /^[A-Za-z0-9.-]+$/.test(domain) ? domain : 'localhost';
}
