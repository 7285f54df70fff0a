import type { EndpointKind, Mode } from '../../api/types.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { AddEndpointForm } from './AddEndpointForm.tsx';
import { KINDS } from './endpoints.ts';

interface Props {
  kind: EndpointKind;
  mode: Mode;
  opened: boolean;
  onClose: () => void;
}

export function AddEndpointDialog({ kind, mode, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Add a ${KINDS[kind].one}`} size="lg">
      <AddEndpointForm kind={kind} mode={mode} />
    </Dialog>
  );
}
