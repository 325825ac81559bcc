import type {
  AccountSettingsService,
  ApiKeyAuthenticator,
  AttributeService,
  Directory,
  GroupService,
  StandingDependencies,
  UserService,
} from '@orrery/people';

export interface ScimDependencies extends StandingDependencies {
  readonly authenticator: Pick<ApiKeyAuthenticator, 'actorOf'>;
  readonly directory: Directory;
  readonly users: UserService;
  readonly groups: GroupService;
  readonly attributes: AttributeService;
  readonly settings: Pick<AccountSettingsService, 'get' | 'rolesByGroup'>;
  /** Origin that clients use; absent: the one of the request. */
  readonly publicUrl?: string | undefined;
  /** Under which name answers hold the account's own attributes. */
  readonly attributeUrn: string;
  /** Of each account; absent: no limit. */
  readonly requestsPerSecond?: number | undefined;
}
