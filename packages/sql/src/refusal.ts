/** First words of a refusal, which clients see. */
type RefusalKind =
  | 'User Error'
  | 'SQL Parser Error'
  | 'Unsupported Error'
  | 'Planning Error'
  | 'Rewrite Error'
  | 'Post-Processing Error'
  | 'Internal Error';

/** Why a statement is not answered. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** Ours, such as `sql.unknown-column`. */
  readonly code: string;
  /** Without its kind. */
  readonly message: string;
  /** Offset of the construct in the text. */
  readonly position?: number;
  readonly hint?: string;
}

/** An error while a statement is read, bound or split. The entry function of each stage catches it and returns the refusal. */
export class StatementRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.kind}: ${refusal.message}`);
    this.name = 'StatementRefused';
    this.refusal = refusal;
  }
}

/** @throws StatementRefused for names and types that do not fit the model */
export function refusePlan(code: string, message: string, position?: number, hint?: string): never {
  throw new StatementRefused({
    kind: 'Planning Error',
    code,
    message: `Initial planning error: Error during planning: ${message}`,
    ...(position === undefined ? {} : { position }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** @throws StatementRefused for what SQL has and this service has not */
export function refuseUnsupported(code: string, message: string, position?: number, hint?: string): never {
  throw new StatementRefused({
    kind: 'Unsupported Error',
    code,
    message,
    ...(position === undefined ? {} : { position }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** @throws StatementRefused for a constant that is no value of its type, or names nothing */
export function refuseConstant(code: string, message: string, position?: number): never {
  const kind = code.startsWith('sql.unknown-') ? 'Planning Error' : 'Post-Processing Error';
  throw new StatementRefused({ kind, code, message, ...(position === undefined ? {} : { position }) });
}
