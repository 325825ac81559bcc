import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { shellWords as words } from '../words/shell-words.ts';
import { Sidebar } from './sidebar.tsx';

/** The sidebar over the page, on narrow screens and for users who prefer it. */
export default function Drawer({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      isDismissable
    >
      <Modal className="drawer">
        <Dialog aria-label={words.navigation}>
          <Sidebar isFolded={false} onNavigate={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
