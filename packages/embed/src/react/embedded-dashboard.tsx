import { useCallback, useEffect, useRef } from 'react';
import { dressDashboard, type ServerRefusal, showDashboard, type DashboardFrame } from '../frame/index.ts';
import type { FiltersPatch, GrainsPatch, ViewerState } from '../protocol/index.ts';
import type { DashboardAnswer } from '../view/index.ts';
import { type EmbedProblem, SessionPlace } from './session-place.tsx';
import type { PartInput } from './session-view.ts';
import type { LookProps } from './shadow-place.tsx';

export interface EmbeddedDashboardProps extends LookProps {
  /** The id in the address of the published dashboard. */
  readonly publicId: string;
  /** Filters by `view.member`, at the beginning and whenever they are others; `null`: the start value of the control. */
  readonly filters?: FiltersPatch | undefined;
  /** Granularities by `view.member`, likewise. */
  readonly timeGrains?: GrainsPatch | undefined;
  /** Receives all that is set, after the viewer has changed a control. */
  readonly onFiltersChange?: ((state: ViewerState) => void) | undefined;
  /** Called when every chart has its data or an error. */
  readonly onLoad?: (() => void) | undefined;
  readonly onError?: ((problem: EmbedProblem) => void) | undefined;
}

/** A published dashboard, without a frame. It is as high as its tiles. */
export function EmbeddedDashboard(props: EmbeddedDashboardProps) {
  const { publicId, filters, timeGrains, onFiltersChange, onLoad, onError, ...look } = props;
  const latest = useRef({ filters, timeGrains, onFiltersChange, onLoad });
  const shown = useRef<DashboardFrame>(undefined);
  const set = useRef({ filters: JSON.stringify(filters ?? {}), timeGrains: JSON.stringify(timeGrains ?? {}) });
  useEffect(() => {
    latest.current = { filters, timeGrains, onFiltersChange, onLoad };
    const next = { filters: JSON.stringify(filters ?? {}), timeGrains: JSON.stringify(timeGrains ?? {}) };
    const before = set.current;
    set.current = next;
    if (next.filters !== before.filters) shown.current?.receive({ type: 'SET_FILTERS', payload: filters ?? {} });
    if (next.timeGrains !== before.timeGrains)
      shown.current?.receive({ type: 'SET_TIME_GRAINS', payload: timeGrains ?? {} });
  });
  const open = useCallback(
    async ({ session: { server }, look: lookNow, onError: tell }: PartInput) => {
      const answer = await server.json<DashboardAnswer>(`/embed/dashboard/${encodeURIComponent(publicId)}`);
      if (!answer.ok) return answer;
      const dashboard = answer.body;
      let areTilesDark = lookNow().isDark;
      const made = showDashboard({
        start: { filters: latest.current.filters ?? {}, timeGrains: latest.current.timeGrains ?? {} },
        ...{ server, dashboard },
        keep: () => undefined, // the address is that of the page around it
        look: () => ({ ...lookNow(), isDark: areTilesDark }),
        signal: ({ type, payload }) => {
          if (type === 'LOADED') latest.current.onLoad?.();
          if (type === 'ERROR' && 'code' in payload) tell(refusalOf(payload));
        },
        state: ({ type, payload }) => {
          if (type === 'FILTERS_CHANGED') latest.current.onFiltersChange?.(payload);
        },
      });
      const dress = () => {
        areTilesDark = dressDashboard(made.root, dashboard.config.theme, lookNow().isDark);
      };
      dress();
      shown.current = made;
      void made.load();
      const redraw = () => {
        dress();
        made.redraw();
      };
      return { root: made.root, redraw, renew: () => void made.load(), close: made.close };
    },
    [publicId],
  );
  return <SessionPlace {...look} open={open} textOf={textOf} onError={onError} />;
}

function textOf({ status, text }: ServerRefusal): string {
  if (status === 403) return 'Embedding is not enabled for this dashboard.';
  return status === 404 ? 'Dashboard not found.' : text;
}

function refusalOf({ code, requestId }: { readonly code: string; readonly requestId?: string }): ServerRefusal {
  const status = Number(/^http\.(\d+)$/.exec(code)?.[1] ?? 0);
  return { status, text: code, requestId };
}
