import { createRoot } from 'react-dom/client';
import '../../style/connect.css';
import '../../style/start.css';
import { ConnectPage } from './connect-page.tsx';

/** Asks somebody who is signed in whether an application may act for that person. */
export function openConnect(root: HTMLElement): void {
  createRoot(root).render(<ConnectPage query={location.search.slice(1)} />);
}
