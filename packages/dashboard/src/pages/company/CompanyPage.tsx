import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import type { CompanyPayouts } from '../../api/types.ts';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';
import { BankPanel, PaysFrom } from './BankPanel.tsx';
import { BillingPanel } from './BillingPanel.tsx';

/** `/dashboard/company`: what statements print of the company, and where they are paid. */
export function CompanyPage() {
  const { data: company, error, refetch } = useQuery(query('GET /company'));
  if (!company) return unreadPage({ title: 'Company', error, onRetry: refetch });
  const { terms, bank_account: bank, stripe, missing } = company;
  // Without terms, either may become the way.
  const byBank = terms?.method !== 'processor_transfer' || bank !== null;
  const byStripe = stripe.account !== null || (stripe.available && terms?.method !== 'bank_transfer');
  return (
    <>
      <PageHead intro="The details on your statements, who gets them, and the account we pay. Owners can change them; finance members can view them." />
      {missing && (
        <Alert color="yellow" title="We can’t pay you yet" mb="lg">
          Your statements wait until you add an account.
        </Alert>
      )}
      <BillingPanel billing={company.billing} />
      {byBank && <BankPanel account={bank} isUsed={terms?.method === 'bank_transfer'} billing={company.billing} />}
      {byStripe && <StripePanel account={stripe.account} />}
    </>
  );
}

function StripePanel({ account }: Pick<CompanyPayouts['stripe'], 'account'>) {
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
        <RightButton action="billing.change" variant="default" size="xs" change={connecting}>
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
