import { chartPaletteOperations, dashboardThemeOperations } from '@orrery/contract';
import type { Saved, SavedService } from '@orrery/content';
import type { Change } from '@orrery/people';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface SavedServices {
  readonly chartPalettes: SavedService<readonly string[]>;
  readonly dashboardThemes: SavedService<Readonly<Record<string, unknown>>>;
}

/** Serves the values that an account saves under names. */
export function serveSavedValues(face: PlatformFace, { chartPalettes, dashboardThemes }: SavedServices): void {
  const palettes = handlersOf(chartPalettes, { plural: 'chart palettes', field: 'colors' });
  serve(face, chartPaletteOperations.list, palettes.list);
  serve(face, chartPaletteOperations.create, palettes.create);
  serve(face, chartPaletteOperations.update, palettes.update);
  serve(face, chartPaletteOperations.delete, palettes.delete);

  const themes = handlersOf(dashboardThemes, { plural: 'dashboard themes', field: 'theme' });
  serve(face, dashboardThemeOperations.list, themes.list);
  serve(face, dashboardThemeOperations.create, themes.create);
  serve(face, dashboardThemeOperations.update, themes.update);
  serve(face, dashboardThemeOperations.delete, themes.delete);
}

type ValueField<Field extends string, Value> = { readonly [Name in Field]: Value };

interface Changing {
  makeChange<T>(work: (change: Change) => Promise<T>): Promise<T>;
}

interface WithId {
  readonly params: { readonly id: number };
}

/** @param field has the value in bodies and answers */
function handlersOf<Field extends string, Value>(
  service: SavedService<Value>,
  { plural, field }: { readonly plural: string; readonly field: Field },
) {
  const order = byNumber(plural);
  const present = ({ id, name, value, createdAt, updatedAt }: Saved<Value>) => ({
    id,
    name,
    ...({ [field]: value } as ValueField<Field, Value>), // TypeScript widens computed names
    createdAt: presentInstant(createdAt),
    updatedAt: presentInstant(updatedAt),
  });
  return {
    list: async ({
      accountId,
      query,
    }: {
      readonly accountId: number;
      readonly query: Parameters<typeof readPage>[0];
    }) => {
      const page = readPage(query, order);
      return presentPage(await service.list(accountId, rangeFrom(page)), page, present);
    },
    create: async ({
      makeChange,
      body,
    }: Changing & { readonly body: { readonly name: string } & ValueField<Field, Value> }) =>
      present(await makeChange((change) => service.create(change, { name: body.name, value: body[field] }))),
    update: async ({
      makeChange,
      params: { id },
      body,
    }: Changing &
      WithId & {
        readonly body: { readonly name?: string | undefined } & Partial<ValueField<Field, Value | undefined>>;
      }) => present(await makeChange((change) => service.update(change, id, { name: body.name, value: body[field] }))),
    delete: ({ makeChange, params: { id } }: Changing & WithId) => makeChange((change) => service.delete(change, id)),
  };
}
