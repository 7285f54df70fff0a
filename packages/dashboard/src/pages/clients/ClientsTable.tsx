import type { Client } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { ClientActions } from './ClientActions.tsx';

export function ClientsTable({ clients }: { clients: Client[] | undefined }) {
  return (
    <DataTable
      label="OAuth clients"
      rows={clients}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Name', kind: 'text', cell: ({ name }) => name || 'Unnamed' },
        { title: 'Client ID', cell: ({ id }) => <code>{id}</code> },
        { title: 'Scopes', kind: 'text', cell: ({ scopes }) => scopes.join(', ') },
        { title: 'Last token', cell: ({ last_issued_at: at }) => <DateText at={at} /> },
        { title: 'State', cell: (client) => <ClientBadge of={client} /> },
        { title: 'Actions', hideTitle: true, kind: 'number', cell: (client) => <ClientActions of={client} /> },
      ]}
    />
  );
}

function ClientBadge({ of }: { of: Client }) {
  if (of.revoked_at) return <Badge tone="bad">revoked</Badge>;
  if (of.previous_until) return <Badge tone="warn">two secrets</Badge>;
  return <Badge tone="good">active</Badge>;
}
