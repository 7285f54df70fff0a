import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CompanyPayouts } from '../../api/types.ts';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { BillingForm } from './BillingForm.tsx';

/** What statements print of the company. */
export function BillingPanel({ billing }: Pick<CompanyPayouts, 'billing'>) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Panel
      title="Billing details"
      intro="Printed on your statements from the next one on. Issued statements don’t change."
      actions={
        <RightButton action="billing.change" variant="default" size="xs" onClick={open}>
          Edit
        </RightButton>
      }
    >
      {billing ? (
        <DescriptionList
          items={[
            ['Legal name', billing.legal_name],
            ['Address', billing.lines.join(', ')],
            ['Tax IDs', billing.tax_ids.join(', ') || 'none'],
            ['Statements are emailed to', billing.statements_to ?? 'members who chose it under Security'],
          ]}
        />
      ) : (
        <Text>Not set. Statements show only your company name.</Text>
      )}
      <Dialog opened={opened} onClose={close} title="Billing details">
        <BillingForm billing={billing} onDone={close} />
      </Dialog>
    </Panel>
  );
}
