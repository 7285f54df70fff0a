import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { BankPanel } from './BankPanel.tsx';
import { BillingPanel } from './BillingPanel.tsx';
import { StripePanel } from './StripePanel.tsx';

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
