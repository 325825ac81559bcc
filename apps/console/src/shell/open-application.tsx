import '@fontsource-variable/jetbrains-mono/index.css';
import { OrreryError } from '@orrery/client';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { platform } from '../api/platform.ts';
import { queries } from '../api/queries.ts';
import { sessionState } from '../api/session.ts';
import { Localized } from '../controls/localized.tsx';
import { addressOf, pagesPath } from '../page/addresses.ts';
import { facts } from '../page/facts.ts';
import '../style/shell.css';
import { makeRouter } from './router.tsx';

export const client = new QueryClient({
  queryCache: new QueryCache({ onError: sessionState.notice }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, { options: { meta } }) => {
      if (meta?.['isSignIn'] !== true) sessionState.notice(error);
    },
  }),
  // The typed client repeats what may be repeated.
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 10_000 } },
});

/**
 * The application of people who are signed in. Somebody who is not is sent to sign in, and comes back here.
 *
 * @returns its router, which frames follow
 */
export async function openApplication(root: HTMLElement): Promise<ReturnType<typeof makeRouter> | undefined> {
  void client.prefetchQuery(queries.deployments);
  if (!facts.app) void client.prefetchQuery(queries.preferences);
  const look = facts.app ? undefined : showOwnLook();
  try {
    await client.ensureQueryData(queries.person);
    await look;
  } catch (error) {
    if (!facts.app && error instanceof OrreryError && error.status === 401) {
      const path = location.pathname.slice(pagesPath.length);
      location.replace(addressOf(`/sign-in?next=${encodeURIComponent(path + location.search)}`));
      return undefined;
    }
  }
  const router = makeRouter(client);
  createRoot(root).render(
    <Localized>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Localized>,
  );
  return router;
}

/** Shows the application of people in the theme of the account, where that is switched on. */
async function showOwnLook(): Promise<void> {
  try {
    const { applyThemeGlobally, appTheme } = await platform.getAppConfig();
    if (applyThemeGlobally && appTheme) (await import('./account-look.ts')).showAccountLook(appTheme);
  } catch {
    // The application opens in its own look, and says itself what is wrong.
  }
}
