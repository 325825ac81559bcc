export interface Attachment {
  readonly fileName: string;
  readonly type: string;
  readonly content: string;
}

/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  /** The same content for programs that show no HTML. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Equal when the same mail is sent again, so that mailboxes can drop duplicates; letters, digits, `.` and `-`. */
  readonly key: string;
}

export interface Mailer {
  /** Whether mail is sent to people; otherwise it is written into a folder. */
  readonly reaches: boolean;
  /**
   * Resolves when a server has accepted the mail. @throws MailRefused, MailDelayed; any other error means that no mail
   * can be sent now
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** The server refused the mail permanently. */
export class MailRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'MailRefused';
  }
}

/** The server refused the mail for now; a later attempt may succeed. */
export class MailDelayed extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'MailDelayed';
  }
}

/**
 * Whether a text is an address. Stricter than the standard: refuses texts that programs on the way might read as
 * several addresses or none.
 */
export function isMailAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(address);
}
