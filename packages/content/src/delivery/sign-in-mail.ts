import { type MadeLink, shownName, type User } from '@orrery/people';
import { visibleHtml, visible } from './mail/visible.ts';
import { isMailAddress, type Mail, type Mailer } from './mail/mail.ts';

export interface SignInMailDependencies {
  readonly mailer: Mailer;
  /** Address at which people reach this installation, without a slash at the end. */
  readonly origin: () => string;
  readonly log: { warn(details: object, message: string): void };
}

const texts = {
  invitation: { subject: 'You are invited to Orrery', ask: 'Set your password and sign in' },
  reset: { subject: 'Set another password', ask: 'Set another password and sign in' },
} as const;

/** Sends people links that set their passwords. A link appears in the mail only. */
export class SignInMail {
  readonly #dependencies: SignInMailDependencies;

  constructor(dependencies: SignInMailDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Sends a link that the admin sees as well, so a mail that fails is tolerated.
   *
   * @returns whether the mail server accepted it; without a server nothing is sent
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

  /** Sends a link to a person who can get it in no other way. @throws what the mailer throws */
  async deliver(user: User, link: MadeLink): Promise<void> {
    const { email } = user;
    if (email === undefined || !isMailAddress(email)) return;
    await this.#dependencies.mailer.send(this.#mailOf(user, email, link));
  }

  #mailOf(user: User, to: string, { kind, text, expiresAt }: MadeLink): Mail {
    const { subject, ask } = texts[kind];
    // After the # no server and no log on the way sees the token.
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
