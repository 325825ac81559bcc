import { RequestError } from '@orrery/kernel';

/** The kinds of bad requests that RFC 7644 section 3.12 names. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A request that SCIM refuses, in its own words. */
export class ScimError extends RequestError {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  private constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(scimType === undefined ? `scim.${status}` : `scim.${scimType}`, detail);
    this.status = status;
    this.scimType = scimType;
  }

  static bad(scimType: Exclude<ScimType, 'uniqueness'>, detail: string): ScimError {
    return new ScimError(400, scimType, detail);
  }

  static taken(detail: string): ScimError {
    return new ScimError(409, 'uniqueness', detail);
  }

  /** One sentence for everything that is not there, or not there for the one who asks. */
  static notFound(): ScimError {
    return new ScimError(404, undefined, 'Resource not found.');
  }

  /** @param status of those that have no `scimType` */
  static plain(status: 403 | 405 | 412 | 429 | 501, detail: string): ScimError {
    return new ScimError(status, undefined, detail);
  }
}
