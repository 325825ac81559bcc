import type { EnvironmentVariables, Flags, Project, SettingKey, Settings } from '@orrery/config';
import type { Runtime } from '@orrery/runtime';
import type { ConsoleSource } from '@orrery/server';

/** A command of `orrery`. */
export interface Command {
  /** Usage after `orrery`: `query [flags] JSON`. */
  readonly usage: string;
  /** One line. */
  readonly summary: string;
  /** Settings the command accepts as flags. */
  readonly settings: readonly SettingKey[];
  /** The command's own flags. */
  readonly flags: readonly CommandFlag[];
  /** Maximum number of arguments besides its flags. */
  readonly words: number;
  /** The program that takes the arguments from the first one on that is no flag of the command, as they are. */
  readonly passesOnTo?: string;
  /** Minimum number of arguments, when some are optional. */
  readonly leastWords?: number;
  /** @returns the exit code @throws OperatorError */
  run(input: CommandInput): Promise<number>;
}

export interface CommandFlag {
  readonly name: string;
  /** One letter, after one dash. */
  readonly short?: string;
  readonly isSwitch?: boolean;
  /** `JSON  claims of the token`. */
  readonly shows: string;
}

/** A project served inside this process. */
export interface ServedInside {
  readonly runtime: Runtime;
  /** Sends a request to the Data API, with a token that has these claims. */
  ask(
    context: Readonly<Record<string, unknown>>,
    route: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly text: string }>;
  /** Opens a connection to the port of PostgreSQL's protocol, with a token that has these claims as its password. */
  connect(context: Readonly<Record<string, unknown>>, applicationName: string): Promise<SqlConnection>;
  close(): Promise<void>;
}

/** A connection of PostgreSQL's protocol. It runs its statements in their order. */
export interface SqlConnection {
  ask(text: string, protocol: SqlProtocol): Promise<ConnectionAnswer>;
}

export type SqlProtocol = 'simple' | 'extended';

/** Values as the texts that cross the connection, except of booleans; or the whole error, with its hint. */
export type ConnectionAnswer =
  | { readonly names: readonly string[]; readonly rows: readonly (readonly (string | boolean | null)[])[] }
  | { readonly error: string; readonly message: string };

export interface CommandInput {
  readonly flags: Flags;
  readonly words: readonly string[];
  readonly environment: EnvironmentVariables;
  /** Folder that relative paths start from. */
  readonly directory: string;
  readonly clock: { now(): number };
  /** Prints output of the command. */
  print(text: string): void;
  /** Resolves once the pages of a clone are built from its present sources; absent: they are not built. */
  readonly pagesBuilt?: Promise<void> | undefined;
  /** Pages that are built while they are asked for. */
  readonly developmentPages?: ConsoleSource | undefined;
  /** Port of PostgreSQL's protocol where no setting names one; absent: none. */
  readonly usualSqlPort?: number | undefined;
  /** Serves a project until a signal ends it, and returns the exit code. */
  serve(settings: Settings, project: Project, input: Omit<CommandInput, 'serve' | 'serveInside'>): Promise<number>;
  /** Serves a project to the command only. */
  serveInside(settings: Settings, project: Project, input: Pick<CommandInput, 'clock'>): Promise<ServedInside>;
  /** Prints a notice that is not part of the output. */
  note(text: string): void;
}
