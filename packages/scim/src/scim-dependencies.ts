import type { AccountSettingsService } from '../../people/src/account/account-settings-service.ts';
import type { AttributeService } from '../../people/src/attribute/attribute-service.ts';
import type { ApiKeyAuthenticator } from '../../people/src/key/api-key-authenticator.ts';
import type { StandingDependencies } from '../../people/src/user/change-standing.ts';
import type { Directory } from '../../people/src/directory/directory.ts';
import type { GroupService } from '../../people/src/group/group-service.ts';
import type { UserService } from '../../people/src/user/user-service.ts';

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
