import type { Preferences } from '@orrery/contract';
import type { PlatformInput } from '@orrery/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { platform } from '../api/platform.ts';
import { queries } from '../api/queries.ts';
import { facts } from '../page/facts.ts';
import { applyTheme } from './theme.ts';

export type PreferencesInput = NonNullable<PlatformInput<'updatePreferences'>['body']>;

/** The preferences of the person; `undefined` until they are there. Viewers have none: their page looks as its host says. */
export function usePreferences(): Preferences | undefined {
  return useQuery({ ...queries.preferences, enabled: facts.app === undefined }).data;
}

/** Changes preferences: shown at once, and taken back if the server refuses. */
export function usePreferenceChange() {
  const client = useQueryClient();
  const { queryKey } = queries.preferences;
  return useMutation({
    mutationFn: (body: PreferencesInput) => platform.updatePreferences({ body }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, ...(change as Partial<Preferences>) }); // nothing is reset to a default here
      return before;
    },
    onError: (_error, _change, before) => {
      if (before) client.setQueryData(queryKey, before);
    },
    onSuccess: (after) => client.setQueryData(queryKey, after),
  });
}

/** Makes the page look and behave as the person prefers. */
export function useAppliedPreferences(): void {
  const preferences = usePreferences();
  useEffect(() => {
    if (!preferences) return;
    applyTheme(preferences.theme);
    const { dataset } = document.documentElement;
    const mark = (name: string, isOn: boolean) => {
      if (isOn) dataset[name] = '';
      else delete dataset[name];
    };
    mark('pointerCursors', preferences.pointerCursors);
    mark('alternatingRows', preferences.alternatingRows);
  }, [preferences]);
}
