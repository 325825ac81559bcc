import { type HostMessage, themes } from './messages.ts';
import { isPlainObject, isText } from './plain-values.ts';
import { readFiltersPatch, readGrainsPatch } from './viewer-state.ts';

/** Ids of sessions have no dots, and tokens have two. */
const sessionId = /^[\w-]{16,256}$/;
export const requestId = /^[\w-]{1,64}$/;

/** @returns `undefined` for everything but a well-formed message from a host to the frame */
export function readHostMessage(data: unknown): HostMessage | undefined {
  if (!isPlainObject(data)) return undefined;
  const { type, payload } = data;
  switch (type) {
    case 'SET_THEME': {
      const theme = themes.find((known) => known === payload);
      return theme && { type, payload: theme };
    }
    case 'SET_FILTERS': {
      const filters = readFiltersPatch(payload);
      return filters && { type, payload: filters };
    }
    case 'SET_TIME_GRAINS': {
      const grains = readGrainsPatch(payload);
      return grains && { type, payload: grains };
    }
    case 'SET_SESSION': {
      const id = isPlainObject(payload) ? payload['sessionId'] : undefined;
      return isText(id, sessionId) ? { type, payload: { sessionId: id } } : undefined;
    }
    case 'GET_STATE': {
      const id = isPlainObject(payload) ? payload['requestId'] : undefined;
      return isText(id, requestId) ? { type, payload: { requestId: id } } : undefined;
    }
    default:
      return undefined;
  }
}
