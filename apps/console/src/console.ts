import '@fontsource-variable/inter/index.css';
import '@orrery/embed/style.css';
import { addressOf, openPath } from './page/addresses.ts';
import { facts } from './page/facts.ts';
import { guardMarkup } from './page/guard-markup.ts';
import { pagesAlone } from './pages-alone.ts';
import './style/base.css';

guardMarkup(window, new URL(addressOf('/assets/'), location.origin).href);

/** The first script of every page. It loads the pages of strangers and the one that asks whether an application may connect,
 * which have React alone in common with the others, or the application, also in frames. */
async function open(root: HTMLElement): Promise<void> {
  if (facts.app) {
    const { openApp } = await import('./frame/open-app.tsx');
    return openApp(root, facts.app, facts.basePath);
  }
  const page = pagesAlone.find(({ path }) => path === openPath());
  if (page?.isNeverFramed) {
    const { openConnect } = await import('./start/connect/open-connect.tsx');
    return openConnect(root);
  }
  if (page?.isPublic) {
    const secrets = new URLSearchParams(location.hash.slice(1));
    // Before anything else is loaded, they leave the address and its history.
    if (location.hash !== '') history.replaceState(null, '', `${location.pathname}${location.search}`);
    const { openStart } = await import('./start/open-start.tsx');
    openStart(root, secrets);
  } else {
    const { openApplication } = await import('./shell/open-application.tsx');
    openApplication(root);
  }
}

const root = document.getElementById('orrery');
if (root) void open(root);
