export { DashboardElement } from './dashboard-element.ts';
export {
  type EmbeddedDashboard,
  embedDashboard,
  type EmbedEvent,
  type EmbedOptions,
} from './embed-dashboard.ts';
export { sandboxPermissions } from './sandbox-permissions.ts';
export { type FetchSession, renewSessions, type SessionRenewal } from './session-renewal.ts';
