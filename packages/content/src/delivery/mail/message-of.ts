import type { SendMailOptions } from 'nodemailer';
import type { MailSender } from '@orrery/config';
import { isMailAddress, type Mail, MailRefused } from './mail.ts';

const longestSubject = 200;

/** A mail as the library takes it: addresses as they are, nothing read from files or addresses. @throws MailRefused */
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
    // Nobody's holiday note is to answer it.
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

/** On one line, whatever somebody called a dashboard. */
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
