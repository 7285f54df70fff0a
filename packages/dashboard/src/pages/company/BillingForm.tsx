import { Select, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { choicesQuery } from '../../api/queries.ts';
import type { CompanyPayouts } from '../../api/types.ts';
import { useMode } from '../../page.ts';
import { countryName } from '../../parts/country-name.ts';
import { Form } from '../../parts/Form.tsx';
import { byFoldedLabel } from '../../parts/folded-filter.ts';
import { useChange } from '../../parts/use-change.ts';

/** The lines that are one text each: their labels, whether they may stay empty, and what browsers fill in. */
const LINES = [
  ['legal_name', 'Legal name', true, 'organization'],
  ['street', 'Street and number', true, 'address-line1'],
  ['street_more', 'Address line 2', false, 'address-line2'],
  ['postal_code', 'Postal code', false, 'postal-code'],
  ['town', 'City', true, 'address-level2'],
  ['region', 'State or province', false, 'address-level1'],
] as const;
type Line = (typeof LINES)[number][0];

interface Props extends Pick<CompanyPayouts, 'billing'> {
  onDone: () => void;
}

/** Sets what statements print. */
export function BillingForm({ billing, onDone }: Props) {
  const countries = useQuery(choicesQuery(useMode())).data?.countries ?? [];
  const { address } = billing ?? {};
  const [lines, setLines] = useState<Record<Line, string>>({
    legal_name: billing?.legal_name ?? '',
    street: address?.street ?? '',
    street_more: address?.street_more ?? '',
    postal_code: address?.postal_code ?? '',
    town: address?.town ?? '',
    region: address?.region ?? '',
  });
  const [country, setCountry] = useState(address?.country ?? '');
  const [taxIds, setTaxIds] = useState(billing?.tax_ids ?? []);
  const [mailbox, setMailbox] = useState(billing?.statements_to ?? '');
  const saving = useChange(
    async () =>
      call('POST /company/billing', {
        body: await checked('billingBody', { ...lines, country, tax_ids: taxIds, statements_to: mailbox.trim() }),
      }),
    { done: 'Billing details saved.', onDone },
  );
  return (
    <Form
      change={saving}
      button="Save"
      fields={[...LINES.map(([name]) => name), 'country', 'tax_ids', 'statements_to']}
    >
      {(at) => (
        <>
          {LINES.map(([name, label, needed, autoComplete], i) => (
            <TextInput
              key={name}
              label={label}
              withAsterisk={needed}
              autoComplete={autoComplete}
              data-autofocus={i === 0 || undefined}
              value={lines[name]}
              onChange={({ currentTarget: { value } }) => setLines({ ...lines, [name]: value })}
              error={at(name)}
            />
          ))}
          <Select
            label="Country"
            withAsterisk
            searchable
            filter={byFoldedLabel}
            data={countries.map((code) => ({ value: code, label: countryName(code) }))}
            value={country || null}
            onChange={(code) => setCountry(code ?? '')}
            error={at('country')}
          />
          <TagsInput
            label="Tax IDs"
            description="For example your VAT number. Up to 3; press Enter after each."
            maxTags={3}
            value={taxIds}
            onChange={setTaxIds}
            error={at('tax_ids')}
          />
          <TextInput
            label="Email statements to"
            description="An address of your finance department, such as accounts@example.com. It gets every statement as PDF."
            type="email"
            value={mailbox}
            onChange={({ currentTarget: { value } }) => setMailbox(value)}
            error={at('statements_to')}
          />
        </>
      )}
    </Form>
  );
}
