import { emailFault } from '@orrery/people';

/** A recipient of a notification: a user of the account, or a viewer of embedded content. */
export type Recipient = UserRecipient | EmbedRecipient;

interface UserRecipient {
  readonly id: number;
  readonly type: 'USER';
  readonly userId: number;
  readonly username: string;
  /** Current mail address; `undefined` when there is none. */
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
  /** Security context that policies read of this recipient here, in addition to groups and attributes. */
  readonly securityContext: Readonly<Record<string, unknown>> | undefined;
}

/** Address of a viewer: many companies use the address as the viewer's id. */
export function embedAddress(email: string | null | undefined, externalId: string): string | undefined {
  const address = email ?? externalId;
  return emailFault(address) === undefined ? address : undefined;
}

/** Address of a user of the account; an identity provider may have stored a text that is not one. */
export function userAddress(email: string | null | undefined): string | undefined {
  return email !== null && email !== undefined && emailFault(email) === undefined ? email : undefined;
}
