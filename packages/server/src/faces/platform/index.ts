export { platformErrors } from './answer-platform-errors.ts';
export { ChatAskers, type ChatAskersDependencies } from './chat/chat-askers.ts';
export { readJsonBodies } from './read-json-bodies.ts';
export { giveSession, sessionIn } from './session/session-cookie.ts';
export { type PlatformServices, registerPlatformRoutes } from './platform-routes.ts';
