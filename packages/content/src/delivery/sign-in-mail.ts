import { type MadeLink, shownName, type User } from '@orrery/people';
import { visibleHtml, visible } from './mail/visible.ts';
import { isMailAddress, type Mail, type Mailer } from './mail/mail.ts';

export interface SignInMailDependencies {
  readonly mailer: Mailer;
  /** Where people reach this installation, without a slash at the end. */
  readonly origin: () => string;
  readonly log: { warn(details: object, message: string): void };
}

const texts = {
  invitation: { subject: 'You are invited to Orrery', ask: 'Set your password and sign in' },
  reset: { subject: 'Set another password', ask: 'Set another password and sign in' },
} as const;

/** Takes the links by which people set passwords to them. A link is in the mail and nowhere else. */
export class SignInMail {
  readonly #dependencies: SignInMailDependencies;

  constructor(dependencies: SignInMailDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * For an admin, who is shown the link as well: a mail that cannot be sent is not the end of it.
   *
   * @returns whether the mail server has it; without one nothing is sent
   */
  async send(user: User, link: MadeLink): Promise<boolean> {
    const { mailer, log } = this.#dependencies;
    const { email } = user;
    if (!mailer.reaches || email === undefined || !isMailAddress(email)) return false;
    try {
      await mailer.send(this.#mailOf(user, email, link));
      return true;
    } catch (error) {
      log.warn({ err: error, user: user.id }, 'a link to set a password could not be mailed');
      return false;
    }
  }

  /** For whoever has no other way to the link. @throws what the mailer throws */
  async deliver(user: User, link: MadeLink): Promise<void> {
    const { email } = user;
    if (email === undefined || !isMailAddress(email)) return;
    await this.#dependencies.mailer.send(this.#mailOf(user, email, link));
  }

  #mailOf(user: User, to: string, { kind, text, expiresAt }: MadeLink): Mail {
    const { subject, ask } = texts[kind];
    // Behind the # so that no server on the way, and no log, sees it.
    const link = `${this.#dependencies.origin()}/set-password#token=${encodeURIComponent(text)}`;
    const until = `The link works once, until ${new Date(expiresAt).toISOString().replace('T', ' ').slice(0, 16)} UTC.`;
    const stranger = 'If you did not expect this mail, do nothing.';
    const name = visible(shownName(user));
    return {
      to,
      key: `link-${user.id}-${expiresAt}`,
      subject,
      attachments: [],
      text: `Hello ${name},\n\n${ask}: ${link}\n\n${until} ${stranger}\n`,
      html: [
        '<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif;font-size:14px">',
        `<p>Hello ${visibleHtml(name)},</p>`,
        `<p><a href="${visibleHtml(link)}">${ask}</a></p>`,
        `<p>${until} ${stranger}</p>`,
        '</body></html>',
      ].join('\n'),
    };
  }
}
