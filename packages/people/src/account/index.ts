export { AccountService, isAccountName } from './account-service.ts';
export { AccountSettingsService, type RoleSet, settingsOf } from './account-settings-service.ts';
