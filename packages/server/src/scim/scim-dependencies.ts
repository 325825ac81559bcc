import type { AccountSettingsService } from '../identity/account-settings-service.ts';
import type { AttributeService } from '../identity/attribute-service.ts';
import type { ApiKeyAuthenticator } from '../identity/api-key-authenticator.ts';
import type { StandingDependencies } from '../identity/change-standing.ts';
import type { Directory } from '../identity/directory.ts';
import type { GroupService } from '../identity/group-service.ts';
import type { UserService } from '../identity/user-service.ts';

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
