import { createRoot } from 'react-dom/client';
import { openPath } from '../page/addresses.ts';
import '../style/start.css';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { SetPasswordPage } from './set-password-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { SignedInPage } from './signed-in-page.tsx';
import { StartKeyPage } from './start-key-page.tsx';

/**
 * Shows the page of somebody who is not signed in.
 *
 * @param secrets what stood behind the `#` of the address
 */
export function openStart(root: HTMLElement, secrets: URLSearchParams): void {
  const given = (name: string) => secrets.get(name) || undefined;
  const page = () => {
    switch (openPath()) {
      case '/set-password':
        return <SetPasswordPage token={given('token')} />;
      case '/forgot-password':
        return <ForgotPasswordPage />;
      case '/signed-in':
        return <SignedInPage code={given('code')} />;
      case '/start':
        return <StartKeyPage startKey={given('key')} />;
      default:
        return <SignInPage />;
    }
  };
  createRoot(root).render(page());
}
