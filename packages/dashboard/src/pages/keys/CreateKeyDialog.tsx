import type { Mode } from '../../api/types/common.ts';
import type { NewKey } from '../../api/types/keys.ts';
import { CreateSecretDialog } from '../../parts/CreateSecretDialog.tsx';
import { CreateKeyForm } from './CreateKeyForm.tsx';

interface Props {
  mode: Mode;
  opened: boolean;
  onClose: () => void;
}

/** Makes a key, and shows it once. */
export function CreateKeyDialog({ mode, ...dialog }: Props) {
  return (
    <CreateSecretDialog<NewKey>
      {...dialog}
      what="key"
      secretOf={({ key, curl }) => ({ what: 'key', value: key, curl })}
      form={(onCreated) => <CreateKeyForm mode={mode} onCreated={onCreated} />}
    />
  );
}
