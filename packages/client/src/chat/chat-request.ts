/** The user that a program sends questions for; required with an API key, without effect with any other credential. */
export interface ChatSessionSettings {
  /** An id of the program's own. One of the two ids is needed. */
  readonly externalId?: string;
  /** E-mail or name of a user of the account. */
  readonly internalId?: string;
  readonly email?: string;
  readonly userAttributes?: readonly { readonly name: string; readonly value: unknown }[];
  readonly groups?: readonly string[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly isEphemeral?: boolean;
  readonly ephemeralTtlSeconds?: number;
  readonly publicDashboardId?: string;
}

export interface ChatImage {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  /** Base64. */
  readonly data: string;
  readonly name?: string;
}

/** A question. */
export interface ChatQuestion {
  readonly input: string;
  /** The chat to go on with; a new one without. */
  readonly chatId?: string | undefined;
  /** Id of the question, `<milliseconds>-message`. Made here when it is left out; the same id never asks twice. */
  readonly messageId?: string | undefined;
  readonly sessionSettings?: ChatSessionSettings | undefined;
  readonly images?: readonly ChatImage[] | undefined;
  /** Branch of the model to ask. */
  readonly activeBranchName?: string | undefined;
  readonly isDefaultBranch?: boolean | undefined;
  /** Whether the stream contains the thoughts of the model. */
  readonly isDevMode?: boolean | undefined;
  /** The interface that the question comes from: `chat`, `dashboard`, `published-dashboard`, ... */
  readonly context?: string | undefined;
  readonly workbookId?: number | undefined;
  readonly workbookContext?: unknown;
  readonly dashboardContext?: unknown;
}

/**
 * Makes an id of a message: the time, and random digits behind it, because one person may ask from two places in one
 * millisecond.
 */
export function newMessageId(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${String(Date.now()).padStart(13, '0')}${String(random).padStart(10, '0')}-message`;
}
