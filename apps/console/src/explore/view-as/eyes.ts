import type { SecurityClaims } from '../../api/data.ts';

/** Through whose eyes somebody looks. */
export interface Eyes {
  /** Shown while it lasts. */
  readonly name: string;
  readonly securityContext: SecurityClaims;
}
