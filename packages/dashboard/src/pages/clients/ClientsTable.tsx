import type { Client } from '../../api/types/keys.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { When } from '../../parts/When.tsx';
import { ClientActions } from './ClientActions.tsx';

export function ClientsTable({ clients }: { clients: Client[] | undefined }) {
  return (
    <DataTable
      label="OAuth clients"
      rows={clients}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Name', cell: ({ name }) => name || 'Unnamed' },
        { title: 'Client id', cell: ({ id }) => <code>{id}</code> },
        { title: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
        { title: 'Last token', cell: ({ last_issued_at: at }) => <When at={at} /> },
        { title: 'State', cell: (client) => <ClientMark of={client} /> },
        { title: 'Actions', hideTitle: true, numeric: true, cell: (client) => <ClientActions of={client} /> },
      ]}
    />
  );
}

function ClientMark({ of }: { of: Client }) {
  if (of.revoked_at) return <Mark tone="bad">revoked</Mark>;
  if (of.previous_until) return <Mark tone="warn">two secrets</Mark>;
  return <Mark tone="good">active</Mark>;
}
