import type { Environment, Flags, Project, SettingKey, Settings } from '@orrery/config';
import type { Runtime } from '@orrery/runtime';

/** One verb of the command line. */
export interface Command {
  /** What stands after `orrery`: `query [flags] JSON`. */
  readonly usage: string;
  /** One line. */
  readonly summary: string;
  /** Settings it takes as flags. */
  readonly settings: readonly SettingKey[];
  /** Its own flags. */
  readonly flags: readonly CommandFlag[];
  /** How many words it takes beside its flags. */
  readonly words: number;
  /** When not all of them are needed. */
  readonly leastWords?: number;
  /** @returns the exit code @throws OperatorError */
  run(input: CommandInput): Promise<number>;
}

export interface CommandFlag {
  readonly name: string;
  readonly isSwitch?: boolean;
  /** `JSON  claims of the token`. */
  readonly shows: string;
}

/** A project that is served inside of this process. */
export interface ServedInside {
  readonly runtime: Runtime;
  /** Asks the Data API, as whoever a token with these claims is for. */
  ask(
    context: Readonly<Record<string, unknown>>,
    route: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
}

export interface CommandInput {
  readonly flags: Flags;
  readonly words: readonly string[];
  readonly environment: Environment;
  /** Where relative paths start. */
  readonly directory: string;
  readonly clock: { now(): number };
  /** What the command answers. */
  print(text: string): void;
  /** Serves a project until a signal ends it, and gives the exit code. */
  serve(settings: Settings, project: Project, input: Omit<CommandInput, 'serve' | 'serveInside'>): Promise<number>;
  /** Serves a project to the command alone. */
  serveInside(settings: Settings, project: Project, input: Pick<CommandInput, 'clock'>): Promise<ServedInside>;
  /** What people should know beside it. */
  note(text: string): void;
}
