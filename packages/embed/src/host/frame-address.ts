import type { FiltersPatch, GrainsPatch, Theme } from '../protocol/index.ts';

export interface FrameAddress {
  /** Address of the server, with the path it is served below. */
  readonly baseUrl: string;
  readonly publicId: string;
  readonly deploymentId?: number | undefined;
}

export interface StartState {
  readonly theme?: Theme | undefined;
  readonly locale?: string | undefined;
  readonly filters?: FiltersPatch | undefined;
  readonly timeGrains?: GrainsPatch | undefined;
}

/** The address of a dashboard in a frame, with the state it starts in. */
export function frameAddress(
  { baseUrl, publicId, deploymentId }: FrameAddress,
  { theme, locale, filters = {}, timeGrains = {} }: StartState,
  session: string | undefined,
): URL {
  const base = new URL(baseUrl, location.href);
  const path = `embed/${deploymentId === undefined ? '' : `d/${deploymentId}/`}dashboard/${encodeURIComponent(publicId)}`;
  const url = new URL(path, base.href.endsWith('/') ? base : `${base.href}/`);
  const set = (name: string, value: string | undefined) => value !== undefined && url.searchParams.set(name, value);
  set('session', session);
  set('theme', theme);
  set('locale', locale);
  for (const [member, value] of Object.entries(filters)) if (value) set(`f_${member}`, JSON.stringify(value));
  for (const [member, grain] of Object.entries(timeGrains)) if (grain !== null) set(`g_${member}`, grain);
  return url;
}
