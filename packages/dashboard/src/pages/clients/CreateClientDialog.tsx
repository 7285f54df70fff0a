import type { Mode } from '../../api/types/common.ts';
import type { NewClient } from '../../api/types/keys.ts';
import { CreateSecretDialog } from '../../parts/CreateSecretDialog.tsx';
import { CreateClientForm } from './CreateClientForm.tsx';

interface Props {
  mode: Mode;
  opened: boolean;
  onClose: () => void;
}

/** Makes a client, and shows its secret once. */
export function CreateClientDialog({ mode, ...dialog }: Props) {
  return (
    <CreateSecretDialog<NewClient>
      {...dialog}
      what="client"
      secretOf={({ secret, curl }) => ({ what: 'secret', value: secret, curl })}
      form={(onCreated) => <CreateClientForm mode={mode} onCreated={onCreated} />}
    />
  );
}
