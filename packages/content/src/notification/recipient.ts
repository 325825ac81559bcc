import { emailFault } from '@orrery/people';

/** Somebody who gets a notification: a user of the account, or a viewer of embedded content. */
export type Recipient = UserRecipient | EmbedRecipient;

interface UserRecipient {
  readonly id: number;
  readonly type: 'USER';
  readonly userId: number;
  readonly username: string;
  /** Where mail goes now; `undefined`: nowhere. */
  readonly email: string | undefined;
}

interface EmbedRecipient {
  readonly id: number;
  readonly type: 'EMBED_USER';
  readonly embedUserId: number;
  readonly embedTenantId: number;
  readonly embedTenantName: string;
  readonly externalId: string;
  readonly email: string | undefined;
  /** What policies read of this recipient here, beside groups and attributes. */
  readonly securityContext: Readonly<Record<string, unknown>> | undefined;
}

/** Where mail of a viewer goes: many companies call their viewers by their address. */
export function embedAddress(email: string | null | undefined, externalId: string): string | undefined {
  const address = email ?? externalId;
  return emailFault(address) === undefined ? address : undefined;
}

/** Of a user of the account; what an identity provider has put there need not be one. */
export function userAddress(email: string | null | undefined): string | undefined {
  return email !== null && email !== undefined && emailFault(email) === undefined ? email : undefined;
}
