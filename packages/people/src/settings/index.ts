export {
  type AccountSettings,
  changed,
  readSettingsOf,
  settingsFaults,
  type SignInRules,
  type SettingsChange,
} from './account-settings.ts';
