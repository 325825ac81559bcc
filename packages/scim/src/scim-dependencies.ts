import type {
  AccountSettingsService,
  AttributeService,
  BearerAuthenticator,
  Changes,
  Directory,
  GroupService,
  UserService,
} from '@orrery/people';

export interface ScimDependencies {
  readonly changes: Changes;
  readonly clock: { now(): number };
  readonly authenticator: Pick<BearerAuthenticator, 'personOf'>;
  /** Audiences of access tokens for SCIM. */
  readonly audiences: () => readonly string[];
  readonly directory: Directory;
  readonly users: UserService;
  readonly groups: GroupService;
  readonly attributes: AttributeService;
  readonly settings: Pick<AccountSettingsService, 'get' | 'rolesByGroup'>;
  /** Origin that clients use; when absent, the origin of the request. */
  readonly publicUrl?: string | undefined;
  /** URN under which answers hold the account's own attributes. */
  readonly attributeUrn: string;
  /** Request limit of each account; no limit when absent. */
  readonly requestsPerSecond?: number | undefined;
}
