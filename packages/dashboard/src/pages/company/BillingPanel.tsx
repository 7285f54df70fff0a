import { Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { choicesQuery } from '../../api/queries.ts';
import type { CompanyPayouts } from '../../api/types.ts';
import { useMode } from '../../page.ts';
import { countryName } from '../../parts/country-name.ts';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Form, useForm } from '../../parts/Form.tsx';
import { byFoldedLabel } from '../../parts/folded-filter.ts';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';

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

/** The lines that are one text each: their labels, whether they may stay empty, and what browsers fill in. */
const LINES = [
  ['legal_name', 'Legal name', true, 'organization'],
  ['street', 'Street and number', true, 'address-line1'],
  ['street_more', 'Address line 2', false, 'address-line2'],
  ['postal_code', 'Postal code', false, 'postal-code'],
  ['town', 'City', true, 'address-level2'],
  ['region', 'State or province', false, 'address-level1'],
] as const;

/** Sets what statements print. */
function BillingForm({ billing, onDone }: Pick<CompanyPayouts, 'billing'> & { onDone: () => void }) {
  const countries = useQuery(choicesQuery(useMode())).data?.countries ?? [];
  const { address } = billing ?? {};
  const form = useForm(
    {
      legal_name: billing?.legal_name ?? '',
      street: address?.street ?? '',
      street_more: address?.street_more ?? '',
      postal_code: address?.postal_code ?? '',
      town: address?.town ?? '',
      region: address?.region ?? '',
      country: address?.country ?? null,
      tax_ids: billing?.tax_ids ?? [],
      statements_to: billing?.statements_to ?? '',
    },
    async (values) => {
      const body = { ...values, country: values.country ?? '', statements_to: values.statements_to.trim() };
      return call('POST /company/billing', { body: await checked('billingBody', body) });
    },
    { done: 'Billing details saved.', onDone },
  );
  return (
    <Form form={form} button="Save">
      {LINES.map(([name, label, needed, autoComplete], i) => (
        <TextInput
          key={name}
          label={label}
          withAsterisk={needed}
          autoComplete={autoComplete}
          data-autofocus={i === 0 || undefined}
          {...form.field(name)}
        />
      ))}
      <Select
        label="Country"
        withAsterisk
        searchable
        filter={byFoldedLabel}
        data={countries.map((code) => ({ value: code, label: countryName(code) }))}
        {...form.field('country')}
      />
      <TagsInput
        label="Tax IDs"
        description="For example your VAT number. Up to 3; press Enter after each."
        maxTags={3}
        {...form.field('tax_ids')}
      />
      <TextInput
        label="Email statements to"
        description="An address of your finance department, such as accounts@example.com. It gets every statement as PDF."
        type="email"
        {...form.field('statements_to')}
      />
    </Form>
  );
}
