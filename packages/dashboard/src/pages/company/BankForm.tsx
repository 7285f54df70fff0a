import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { Form } from '../../parts/Form.tsx';
import { dayOf } from '../../parts/times.ts';
import { useChange } from '../../parts/use-change.ts';

interface Props {
  holder: string;
  onDone: () => void;
}

/** Sets the account that bank transfers go to. */
export function BankForm({ holder: before, onDone }: Props) {
  const [holder, setHolder] = useState(before);
  const [iban, setIban] = useState('');
  const [bic, setBic] = useState('');
  const saving = useChange(
    async () => {
      const given = { holder, iban, ...(bic.trim() && { bic }) };
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
    <Form change={saving} button="Save the account" fields={['holder', 'iban', 'bic']}>
      {(at) => (
        <>
          <Text size="sm">
            Nothing is paid to another account for 72 hours. Every owner gets an email, so that nobody can change it
            unnoticed.
          </Text>
          <TextInput
            label="Account holder"
            description="As registered with the bank, in Latin letters."
            withAsterisk
            data-autofocus
            autoComplete="off"
            value={holder}
            onChange={({ currentTarget }) => setHolder(currentTarget.value)}
            error={at('holder')}
          />
          <TextInput
            label="IBAN"
            withAsterisk
            autoComplete="off"
            spellCheck={false}
            value={iban}
            onChange={({ currentTarget }) => setIban(currentTarget.value)}
            error={at('iban')}
          />
          <TextInput
            label="BIC"
            description="Required for other currencies than the euro, and for accounts outside the European Economic Area."
            autoComplete="off"
            spellCheck={false}
            value={bic}
            onChange={({ currentTarget }) => setBic(currentTarget.value)}
            error={at('bic')}
          />
        </>
      )}
    </Form>
  );
}
