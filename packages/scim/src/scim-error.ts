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

/** A request that SCIM refuses, with SCIM's own status and type. */
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

  /** The same sentence for resources that do not exist and those the caller may not see. */
  static notFound(): ScimError {
    return new ScimError(404, undefined, 'Resource not found.');
  }

  /** @param status status of an error without `scimType` */
  static plain(status: 403 | 405 | 412 | 429 | 501, detail: string): ScimError {
    return new ScimError(status, undefined, detail);
  }
}
