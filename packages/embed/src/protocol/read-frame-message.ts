import { type FrameMessage, messageSource, protocolVersion, themes } from './messages.ts';
import { isPlainObject, isText, type PlainObject } from './plain-values.ts';
import { requestId } from './read-host-message.ts';
import { readViewerState } from './viewer-state.ts';

/** A page of this height would be a fault of the frame. */
const tallest = 1_000_000;
const code = /^[\w.-]{1,100}$/;

/** @returns `undefined` for everything but a well-formed message of the frame in this version */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (!isPlainObject(data) || data['source'] !== messageSource || data['version'] !== protocolVersion) return undefined;
  const { type, payload } = data;
  return isPlainObject(payload) ? readPayload(type, payload) : undefined;
}

function readPayload(type: unknown, payload: PlainObject): FrameMessage | undefined {
  switch (type) {
    case 'READY':
    case 'LOADED':
    case 'SESSION_EXPIRED':
      return { type, payload: {} };
    case 'HEIGHT': {
      const height = payload['height'];
      return isWithin(height, tallest) ? { type, payload: { height } } : undefined;
    }
    case 'SESSION_EXPIRING': {
      const expiresAt = payload['expiresAt'];
      return isWithin(expiresAt, Number.MAX_SAFE_INTEGER) ? { type, payload: { expiresAt } } : undefined;
    }
    case 'ERROR': {
      const { code: named, requestId: id } = payload;
      if (!isText(named, code)) return undefined;
      return { type, payload: isText(id, requestId) ? { code: named, requestId: id } : { code: named } };
    }
    case 'FILTERS_CHANGED': {
      const state = readViewerState(payload);
      return state && { type, payload: state };
    }
    case 'STATE': {
      const state = readViewerState(payload);
      const theme = themes.find((known) => known === payload['theme']);
      const id = payload['requestId'];
      return state && theme && isText(id, requestId)
        ? { type, payload: { ...state, theme, requestId: id } }
        : undefined;
    }
    default:
      return undefined;
  }
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}
