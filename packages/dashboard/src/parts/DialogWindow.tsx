import { Modal, type ModalProps } from '@mantine/core';
import { useId } from 'react';

export type WindowProps = Omit<ModalProps, 'stackId' | 'zIndex' | 'returnFocus'>;

/** The window of a dialog (`Dialog.tsx`). */
export function DialogWindow(props: WindowProps) {
  // In a stack, Mantine forgets on closing that the dialog had the focus.
  return <Modal stackId={useId()} {...props} returnFocus={false} />;
}
