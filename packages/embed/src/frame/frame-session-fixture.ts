import { openFrameSession } from './frame-session.ts';

// Stands for a page of a frame in tests of its session.

const told: string[] = [];
const session = openFrameSession({
  page: window,
  basePath: '',
  onExpiring: () => told.push('expiring'),
  onExpired: () => told.push('expired'),
});
const started = session.start();
Object.assign(window, { session, started, told });
