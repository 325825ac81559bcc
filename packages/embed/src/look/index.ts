export { dashboardLook, type DashboardLook } from './dashboard-look.ts';
export { isBright } from './is-bright.ts';
export { isLookValue, type LookSetting, lookSettings, lookValueIn } from './look-values.ts';
