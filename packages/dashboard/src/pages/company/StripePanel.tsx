import { Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { CompanyPayouts } from '../../api/types.ts';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';
import { PaysFrom } from './PaysFrom.tsx';

export function StripePanel({ account }: Pick<CompanyPayouts['stripe'], 'account'>) {
  const connecting = useChange(() => call('POST /company/stripe-account'), {
    done: ({ link }) => (link ? 'Stripe opens in this tab.' : 'Stripe has everything it needs.'),
    onDone: ({ link }) => link && window.location.assign(link),
    toastError: true,
  });
  const isComplete = account?.transfers_enabled && account.requirements.length === 0;
  return (
    <Panel
      title="Stripe account"
      intro="For statements paid by Stripe transfer. You enter your bank account at Stripe; we never see it."
      actions={
        <RightButton
          action="billing.change"
          variant="default"
          size="xs"
          loading={connecting.isPending}
          onClick={() => connecting.mutate()}
        >
          {account ? (isComplete ? 'Check again' : 'Continue with Stripe') : 'Connect Stripe'}
        </RightButton>
      }
    >
      <PaysFrom at={account?.pays_from ?? null} />
      {account ? (
        <DescriptionList
          items={[
            ['Account', account.id],
            ['Transfers enabled', account.transfers_enabled ? 'yes' : 'not yet'],
            ['Stripe still needs', account.requirements.join(', ') || 'nothing'],
            ['Last checked', <DateText key="at" at={account.refreshed_at} />],
          ]}
        />
      ) : (
        <Text>No Stripe account yet.</Text>
      )}
    </Panel>
  );
}
