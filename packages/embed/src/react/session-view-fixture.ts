import { SessionView } from './session-view.ts';

// Stands for a page with a part in tests of its place.

Object.assign(window, { SessionView });
