import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { keysQuery } from '../../api/queries.ts';
import type { Endpoint } from '../../api/types.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { Form } from '../../parts/Form.tsx';
import { useChange } from '../../parts/use-change.ts';
import { TypeChoice } from './TypeChoice.tsx';

/** Chooses the types of changes that a webhook receives. */
export function TypesDialog({ of, opened, onClose }: { of: Endpoint; opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Choose what this webhook receives">
      <TypesForm of={of} onDone={onClose} />
    </Dialog>
  );
}

function TypesForm({ of: endpoint, onDone }: { of: Endpoint; onDone: () => void }) {
  const { data: keys } = useQuery(keysQuery(endpoint.mode));
  const [chosen, setChosen] = useState(endpoint.events);
  const choosing = useChange(() => call('POST /endpoints/:id/types', { id: endpoint.id, body: { events: chosen } }), {
    done: 'Saved. It counts for changes from now on.',
    onDone,
  });
  const key = keys?.data.find(({ id }) => id === endpoint.key_id);
  return (
    <Form change={choosing} button="Save" disabled={chosen.length === 0} fields={['events']}>
      {(at) => <TypeChoice chosen={chosen} onChoose={setChosen} keyKind={key?.kind} error={at('events')} />}
    </Form>
  );
}
