import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Absent: only an answer closes it. */
  readonly onClose?: (() => void) | undefined;
  /** Takes the room that there is. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A dialog on top of the page, which keeps its state. Focus goes back to where it was. */
export function Dialog({ title, isOpen, onClose, isWide = false, children }: DialogProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(next) => {
        if (!next) onClose?.();
      }}
    >
      <Modal className={isWide ? 'modal wide' : 'modal'}>
        <AriaDialog className="dialog">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
