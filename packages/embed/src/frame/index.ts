export { type ServerRefusal, Server } from './ask-server.ts';
export { dressDashboard } from './dress-dashboard.ts';
export { dressPage, type Looks, logoOf } from './dress-page.ts';
export { type DashboardFrame, showDashboard } from './dashboard/show-dashboard.ts';
export { type FrameSession, openFrameSession } from './frame-session.ts';
export { linkToParent } from './parent-link.ts';
export { openTheme } from './theme.ts';
