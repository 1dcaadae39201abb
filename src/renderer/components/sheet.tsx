import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  readonly wide?: boolean;
}

/** A dialog over the workspace. Escape and a press beside it close it; the focus goes back to where it was. */
export function Sheet({ title, onClose, children, role = 'dialog', wide = false }: SheetProps) {
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={`sheet ${wide ? 'wide' : ''}`}>
        <Dialog role={role}>
          <div className="sheet-head">
            <Heading slot="title" className="sheet-title">
              {title}
            </Heading>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
