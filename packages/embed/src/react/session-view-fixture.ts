import { EmbedSession } from './embed-session.ts';
import { SessionView } from './session-view.ts';

// Stands for a page with a part in tests of its place and its session.

Object.assign(window, { EmbedSession, SessionView });
