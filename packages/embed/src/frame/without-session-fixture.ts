import { showWithoutSession } from './without-session.ts';

// Stands for a page of a frame in tests of signing in: it counts how often somebody has signed in.

const { page, basePath, deploymentId, publicId } = JSON.parse(
  document.getElementById('orrery-page')?.textContent ?? '{}',
);
const root = document.getElementById('orrery');
const fake = { signedIn: 0 };
Object.assign(window, { fake });
if (root)
  showWithoutSession({
    root,
    page,
    basePath,
    account: { deploymentId, dashboard: publicId },
    onSignedIn: () => (fake.signedIn += 1),
  });
