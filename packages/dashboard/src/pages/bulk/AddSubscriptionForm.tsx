import { MultiSelect, NumberInput, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { choicesQuery, query } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { countryName } from '../../parts/country-name.ts';
import { Form } from '../../parts/Form.tsx';
import { byFoldedLabel } from '../../parts/folded-filter.ts';
import { counted } from '../../parts/numbers.ts';
import { useChange } from '../../parts/use-change.ts';

/** A filter, with the number of events that the choice covers. */
export function AddSubscriptionForm({ mode, onDone }: { mode: Mode; onDone: () => void }) {
  const { data: choices } = useQuery(choicesQuery(mode));
  const [name, setName] = useState('');
  const [countries, setCountries] = useState<string[]>([]);
  const [categories, setCategories] = useState<string[]>([]);
  const [days, setDays] = useState<number | null>(null);
  const [payingOnly, setPayingOnly] = useState(false);
  const filter = {
    ...(countries.length > 0 && { countries }),
    ...(categories.length > 0 && { categories }),
    ...(days !== null && { days_ahead: days }),
    paying_only: payingOnly,
  };
  const [settled] = useDebouncedValue(filter, 300);
  const { data: count } = useQuery({
    ...query('POST /bulk-subscriptions/count', { query: { mode }, body: settled }),
    placeholderData: keepPreviousData,
  });
  const adding = useChange(
    async () => {
      const body = await checked('newSubscriptionBody', { ...filter, ...(name.trim() && { name: name.trim() }) });
      return call('POST /bulk-subscriptions', { query: { mode }, body });
    },
    { done: 'The subscription was added.', onDone },
  );
  return (
    <Form change={adding} button="Add the subscription" fields={['name', 'countries', 'categories', 'days_ahead']}>
      {(at) => (
        <>
          <TextInput
            label="Name"
            description="Optional."
            maxLength={60}
            autoFocus
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={at('name')}
          />
          <MultiSelect
            label="Countries"
            placeholder={countries.length === 0 ? 'All countries' : undefined}
            searchable
            filter={byFoldedLabel}
            data={choices?.countries.map((code) => ({ value: code, label: countryName(code) })) ?? []}
            value={countries}
            onChange={setCountries}
            error={at('countries')}
          />
          <MultiSelect
            label="Categories"
            placeholder={categories.length === 0 ? 'All categories' : undefined}
            data={choices?.categories ?? []}
            value={categories}
            onChange={setCategories}
            error={at('categories')}
          />
          <NumberInput
            label="Days ahead"
            description="Leave empty for no limit."
            min={1}
            max={730}
            value={days ?? ''}
            onChange={(value) => setDays(typeof value === 'number' ? value : null)}
            error={at('days_ahead')}
          />
          <Switch
            label="Only events that pay a reward"
            checked={payingOnly}
            onChange={(event) => setPayingOnly(event.currentTarget.checked)}
          />
          <Text size="sm" role="status">
            {count ? `Covers ${counted(count.covered, 'event')}.` : 'Counting …'}
            {count &&
              count.narrowed_away > 0 &&
              ` ${counted(count.narrowed_away, 'more is', 'more are')} outside your agreement.`}
          </Text>
        </>
      )}
    </Form>
  );
}
