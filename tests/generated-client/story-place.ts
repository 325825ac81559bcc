/** The server that the chapters of the story run against. */
interface StoryPlace {
  readonly origin: string;
  /** API key of an admin. */
  readonly key: string;
  /** Runs the jobs that are due. */
  workJobs(): Promise<void>;
  /** Returns the mails that reached a mailbox. */
  mailsTo(address: string): readonly ReceivedMail[];
}

interface ReceivedMail {
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
}

export type Chapters = Readonly<Record<string, (place: StoryPlace) => Promise<void>>>;
