import { useDisclosure } from '@mantine/hooks';
import postbackAddress from '../../examples/postback-address.txt?raw';
import verifySignature from '../../examples/verify-signature.ts?raw';
import { MousePointerClick, Plus, Webhook } from '../../icons/icons.tsx';
import { useFilters, useMode, usePage } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { SearchInput } from '../../parts/FilterInputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { AddEndpointForm } from './AddEndpointForm.tsx';
import { EndpointBadge, KINDS } from './endpoints.tsx';

/** `/dashboard/webhooks` and `/dashboard/postbacks`. */
export function EndpointsPage() {
  const kind = usePage()?.path === '/postbacks' ? 'postback' : 'webhook';
  const mode = useMode();
  const text = KINDS[kind];
  const [adding, add] = useDisclosure(false);
  const filters = useFilters('/webhooks');
  const [{ search = '' }, set] = filters;
  const list = useList('GET /endpoints', { query: { mode, kind, search, limit: 50 } });
  const button = (
    <RightButton action="webhooks.change" leftSection={<Plus size={16} aria-hidden />} onClick={add.open}>
      Add a {text.one}
    </RightButton>
  );
  return (
    <>
      <PageHead intro={text.intro} actions={button} />
      <ListPage
        label={text.many}
        list={list}
        filters={
          (list.hasNextPage || search !== '') && (
            <FilterBar label={`Filter the ${text.many.toLowerCase()}`}>
              <SearchInput filters={filters} name="search" label="Search by URL or ID" />
            </FilterBar>
          )
        }
        onClear={search === '' ? undefined : () => set({ search: '' })}
        none={<EmptyPanel icon={kind === 'webhook' ? Webhook : MousePointerClick} action={button} {...EMPTY[kind]} />}
        empty={`No ${text.one} matches “${search}”.`}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'URL',
            kind: 'text',
            cell: ({ id, url, mode: of }) => (
              <AnchorLink to={`${text.path}/$id`} params={{ id }} search={{ mode: of }} inherit fw={500}>
                {url}
              </AnchorLink>
            ),
          },
          { title: 'Events', kind: 'text', cell: ({ events }) => events.join(', ') },
          { title: 'Added', cell: ({ created_at: at }) => <DateText at={at} /> },
          { title: 'State', cell: (endpoint) => <EndpointBadge of={endpoint} /> },
        ]}
      />
      <Dialog opened={adding} onClose={add.close} title={`Add a ${text.one}`} size="lg">
        <AddEndpointForm kind={kind} mode={mode} />
      </Dialog>
    </>
  );
}

/** The words where there is no endpoint yet. */
const EMPTY = {
  webhook: {
    title: 'No webhooks yet',
    text: 'Add your URL and send it a test. You see the response right away.',
    snippet: { label: 'Verify the signature, in TypeScript', code: verifySignature.trim() },
  },
  postback: {
    title: 'No postbacks yet',
    text: 'Enter your tracker’s URL with placeholders. As you type, you see what we would call for a sale.',
    snippet: { label: 'A postback URL', code: postbackAddress.trim() },
  },
};
