/** A server to tell the story with. */
interface StoryPlace {
  readonly origin: string;
  /** Of an admin. */
  readonly key: string;
}

export type Chapters = Readonly<Record<string, (place: StoryPlace) => Promise<void>>>;
