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
  /** The same for programs that show no HTML. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The same for the same mail sent again, so that mailboxes can tell; letters, digits, `.` and `-`. */
  readonly key: string;
}

export interface Mailer {
  /** Whether mail reaches people, or waits in a folder. */
  readonly reaches: boolean;
  /** Resolves when somebody else is answerable for the mail. @throws MailRefused, MailDelayed; else no mail can be sent now */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** It will not be taken another time either. */
export class MailRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'MailRefused';
  }
}

/** It was not taken, for this recipient; another time it may be. */
export class MailDelayed extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'MailDelayed';
  }
}

/** Stricter than what may be an address: whatever programs on the way read as several addresses, or as none, is out. */
export function isMailAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(address);
}
