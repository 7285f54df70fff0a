import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { checked } from '../api/checked.ts';
import { call } from '../api/client.ts';
import { query } from '../api/queries.ts';
import type { PagePath } from '../pages.ts';
import { Dialog } from './Dialog.tsx';
import { Form, useForm } from './Form.tsx';
import { useChange } from './use-change.ts';

interface Props {
  /** The list that the filters belong to. */
  page: PagePath;
  filter: Record<string, string>;
  onChoose: (filter: Record<string, string>) => void;
}

const sameFilter = (first: Record<string, string>, other: Record<string, string>): boolean =>
  JSON.stringify(Object.entries(first).sort()) === JSON.stringify(Object.entries(other).sort());

/** Filters that the member keeps under a name: choose, save, remove. */
export function SavedFilters({ page, filter, onChoose }: Props) {
  const saved = useQuery(query('GET /saved-filters', { query: { page } })).data?.data ?? [];
  const [opened, { open, close }] = useDisclosure(false);
  const current = saved.find((named) => sameFilter(named.filters, filter));
  const removal = useChange((id: string) => call('POST /saved-filters/:id/remove', { id }), {
    done: 'The saved filter was removed.',
    toastError: true,
  });
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      {/* Always there: an element that appears later would move the list. */}
      <NativeSelect
        label="Saved filters"
        size="xs"
        disabled={saved.length === 0}
        data={[{ value: '', label: 'None' }, ...saved.map(({ id, name }) => ({ value: id, label: name }))]}
        value={current?.id ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(saved.find(({ id }) => id === value)?.filters ?? {})}
      />
      {filtered && !current && (
        <Button size="xs" variant="default" onClick={open}>
          Save these filters
        </Button>
      )}
      {current && (
        <Button size="xs" variant="default" loading={removal.isPending} onClick={() => removal.mutate(current.id)}>
          Remove from saved
        </Button>
      )}
      {filtered && (
        <Button size="xs" variant="subtle" onClick={() => onChoose({})}>
          Clear filters
        </Button>
      )}
      <Dialog opened={opened} onClose={close} title="Save these filters">
        <SaveForm page={page} filter={filter} onSaved={close} />
      </Dialog>
    </>
  );
}

function SaveForm({ page, filter, onSaved }: Pick<Props, 'page' | 'filter'> & { onSaved: () => void }) {
  const form = useForm(
    { name: '' },
    async ({ name }) => {
      const body = { page, name: name.trim(), filters: filter };
      return call('POST /saved-filters', { body: await checked('savedFiltersBody', body) });
    },
    { onDone: onSaved, done: ({ name: as }) => `Saved as “${as}”.` },
  );
  return (
    <Form form={form} button="Save">
      <TextInput
        label="Name"
        description="Only you can see it. Saving under an existing name replaces those filters."
        data-autofocus
        maxLength={60}
        {...form.field('name')}
      />
    </Form>
  );
}
