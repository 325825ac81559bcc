import { RequestError } from '@orrery/kernel';

export type SsoFaultCode =
  | 'sso.admins-only'
  | 'sso.audience'
  | 'sso.bad-request'
  | 'sso.certificate'
  | 'sso.clock'
  | 'sso.deactivated'
  | 'sso.destination'
  | 'sso.domain'
  | 'sso.encrypted'
  | 'sso.expired-flow'
  | 'sso.issuer'
  | 'sso.loop'
  | 'sso.no-address'
  | 'sso.no-name'
  | 'sso.no-sign-out'
  | 'sso.not-begun-here'
  | 'sso.not-now'
  | 'sso.not-of-frame'
  | 'sso.other-browser'
  | 'sso.other-provider'
  | 'sso.provider-error'
  | 'sso.replayed'
  | 'sso.subject'
  | 'sso.too-many'
  | 'sso.unknown-flow'
  | 'sso.unknown-person'
  | 'sso.unknown-provider'
  | 'sso.unsound';

const statuses: Partial<Record<SsoFaultCode, number>> = {
  'sso.admins-only': 403,
  'sso.deactivated': 403,
  'sso.domain': 403,
  'sso.no-address': 404,
  'sso.no-name': 403,
  'sso.no-sign-out': 404,
  'sso.not-now': 503,
  'sso.not-of-frame': 403,
  'sso.too-many': 429,
  'sso.unknown-person': 403,
  'sso.unknown-provider': 404,
};

/** Failure of a sign-in. Its message is the sentence on the page; the cause is for the log. */
export class SsoFault extends RequestError {
  readonly status: number;
  /** Fields of an answer that was refused. Nothing of them is proved; the page of a test alone shows them. */
  declare arrived: Readonly<Record<string, unknown>>;

  constructor(code: SsoFaultCode, sentence: string, reason?: unknown) {
    super(code, sentence, { cause: reason });
    this.status = statuses[code] ?? 400;
    // Loggers write what can be enumerated.
    Object.defineProperty(this, 'arrived', { value: {}, writable: true, enumerable: false });
  }
}
