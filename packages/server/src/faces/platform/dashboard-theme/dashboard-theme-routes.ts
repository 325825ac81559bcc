import type { JsonObject } from '@orrery/kernel';
import { dashboardThemeOperations, type WireDashboardTheme } from '@orrery/contract';
import type { Saved, SavedService } from '@orrery/content';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface DashboardThemeServices {
  readonly dashboardThemes: SavedService<JsonObject>;
}

const order = byNumber('dashboard themes');

/** Serves the themes that dashboards of the account may have. */
export function serveDashboardThemes(face: PlatformFace, { dashboardThemes }: DashboardThemeServices): void {
  serve(face, dashboardThemeOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    return presentPage(await dashboardThemes.list(accountId, rangeFrom(page)), page, presentTheme);
  });

  serve(face, dashboardThemeOperations.create, async ({ makeChange, body }) =>
    presentTheme(await makeChange((change) => dashboardThemes.create(change, { name: body.name, value: body.theme }))),
  );

  serve(face, dashboardThemeOperations.update, async ({ makeChange, params: { id }, body }) =>
    presentTheme(
      await makeChange((change) => dashboardThemes.update(change, id, { name: body.name, value: body.theme })),
    ),
  );

  serve(face, dashboardThemeOperations.delete, ({ makeChange, params: { id } }) =>
    makeChange((change) => dashboardThemes.delete(change, id)),
  );
}

function presentTheme({ id, name, value, createdAt, updatedAt }: Saved<JsonObject>): WireDashboardTheme {
  return { id, name, theme: value, createdAt: presentInstant(createdAt), updatedAt: presentInstant(updatedAt) };
}
