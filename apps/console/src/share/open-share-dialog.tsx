import { lazy, Suspense } from 'react';
import type { ShareableItem } from './sharing.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));

interface OpenShareDialogProps {
  /** Absent: the dialog is closed. */
  readonly shared: ShareableItem | undefined;
  readonly onClose: () => void;
}

/** The share dialog, loaded when it is opened. */
export function OpenShareDialog({ shared, onClose }: OpenShareDialogProps) {
  return shared ? (
    <Suspense>
      <ShareDialog shared={shared} onClose={onClose} />
    </Suspense>
  ) : null;
}
