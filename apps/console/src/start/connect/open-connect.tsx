import { createRoot } from 'react-dom/client';
import '../../style/connect.css';
import '../../style/start.css';
import { openPath } from '../../page/addresses.ts';
import { ConnectPage } from './connect-page.tsx';
import { DevicePage } from './device-page.tsx';

/** Asks somebody who is signed in whether an application, or a device without a browser, may act for that person. */
export function openConnect(root: HTMLElement): void {
  const query = location.search.slice(1);
  const isDevice = openPath() === '/device';
  const userCode = new URLSearchParams(query).get('user_code') ?? '';
  createRoot(root).render(isDevice ? <DevicePage userCode={userCode} /> : <ConnectPage query={query} />);
}
