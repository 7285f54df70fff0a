import { Alert, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { CompanyPayouts } from '../../api/types.ts';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Form, useForm } from '../../parts/Form.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { absolute, dayOf } from '../../parts/times.ts';

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

/** Sets the account that bank transfers go to. */
function BankForm({ holder: before, onDone }: { holder: string; onDone: () => void }) {
  const form = useForm(
    { holder: before, iban: '', bic: '' },
    async ({ bic, ...account }) => {
      const given = { ...account, ...(bic.trim() && { bic }) };
      return call('POST /company/bank-account', { body: await checked('bankAccountBody', given) });
    },
    {
      done: ({ pays_from: at }) =>
        at
          ? `Saved. We can pay this account from ${dayOf(new Date(at))}. What is due earlier waits until then.`
          : 'Saved. We pay to this account from now on.',
      onDone,
    },
  );
  return (
    <Form form={form} button="Save the account">
      <Text size="sm">
        Nothing is paid to another account for 72 hours. Every owner gets an email, so that nobody can change it
        unnoticed.
      </Text>
      <TextInput
        label="Account holder"
        description="As registered with the bank, in Latin letters."
        withAsterisk
        data-autofocus
        {...form.field('holder')}
      />
      <TextInput label="IBAN" withAsterisk spellCheck={false} {...form.field('iban')} />
      <TextInput
        label="BIC"
        description="Required for other currencies than the euro, and for accounts outside the European Economic Area."
        spellCheck={false}
        {...form.field('bic')}
      />
    </Form>
  );
}

/** That nothing is paid to a new account yet, and why. @param at null: it is paid. */
export function PaysFrom({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <Alert color="yellow" title="This account is new" mb="md">
      We can pay it from {absolute(new Date(at))}. What is due earlier waits until then. If nobody in your company
      changed it, set the right account and contact us immediately.
    </Alert>
  );
}
