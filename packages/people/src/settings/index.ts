export {
  type AccountSettings,
  changed,
  readSettingsOf,
  settingsFaults,
  type SettingsChange,
} from './account-settings.ts';
