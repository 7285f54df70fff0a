import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CompanyPayouts } from '../../api/types.ts';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { BankForm } from './BankForm.tsx';
import { PaysFrom } from './PaysFrom.tsx';

interface Props extends Pick<CompanyPayouts, 'billing'> {
  account: CompanyPayouts['bank_account'];
  /** Statements are paid to it. */
  isUsed: boolean;
}

export function BankPanel({ account, isUsed, billing }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Panel
      title="Bank account"
      intro={
        isUsed
          ? 'We pay your statements to this account. The number is encrypted; we show only its last digits.'
          : 'For statements paid by bank transfer. The number is encrypted; we show only its last digits.'
      }
      actions={
        <RightButton action="billing.change" variant="default" size="xs" onClick={open}>
          {account ? 'Change' : 'Add an account'}
        </RightButton>
      }
    >
      <PaysFrom at={account?.pays_from ?? null} />
      {account ? (
        <DescriptionList
          items={[
            ['Holder', account.holder],
            ['IBAN', `ends in ${account.iban_end}`],
            ['BIC', account.bic ?? 'not set'],
          ]}
        />
      ) : (
        <Text>No bank account yet.</Text>
      )}
      <Dialog opened={opened} onClose={close} title={account ? 'Change the bank account' : 'Add a bank account'}>
        <BankForm holder={account?.holder ?? billing?.legal_name ?? ''} onDone={close} />
      </Dialog>
    </Panel>
  );
}
