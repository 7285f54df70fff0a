import { Modal, type ModalProps } from '@mantine/core';
import { useId } from 'react';

/** A dialog. Of several, the last opened has the keyboard and is seen; those below keep what was typed. */
export function Dialog(props: Omit<ModalProps, 'stackId' | 'zIndex'>) {
  return <Modal stackId={useId()} {...props} />;
}
