import { MultiSelect, NumberInput, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { choicesQuery, query } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { countryName } from '../../parts/country-name.ts';
import { Form, useForm } from '../../parts/Form.tsx';
import { byFoldedLabel } from '../../parts/folded-filter.ts';
import { counted } from '../../parts/numbers.ts';

const EVERYTHING = {
  name: '',
  countries: [] as string[],
  categories: [] as string[],
  days_ahead: null as number | null,
  paying_only: false,
};

/** The filter of the subscription; a criterion that the form leaves open is absent. */
const filterOf = ({ countries, categories, days_ahead, paying_only }: typeof EVERYTHING) => ({
  ...(countries.length > 0 && { countries }),
  ...(categories.length > 0 && { categories }),
  ...(days_ahead !== null && { days_ahead }),
  paying_only,
});

/** A filter, with the number of events that the choice covers. */
export function AddSubscriptionForm({ mode, onDone }: { mode: Mode; onDone: () => void }) {
  const { data: choices } = useQuery(choicesQuery(mode));
  const form = useForm(
    EVERYTHING,
    async (values) => {
      const name = values.name.trim();
      const body = await checked('newSubscriptionBody', { ...filterOf(values), ...(name && { name }) });
      return call('POST /bulk-subscriptions', { query: { mode }, body });
    },
    { done: 'The subscription was added.', onDone },
  );
  const { countries, categories, days_ahead: days, paying_only: payingOnly } = form.values;
  const [settled] = useDebouncedValue(filterOf(form.values), 300);
  const { data: count } = useQuery({
    ...query('POST /bulk-subscriptions/count', { query: { mode }, body: settled }),
    placeholderData: keepPreviousData,
  });
  return (
    <Form form={form} button="Add the subscription">
      <TextInput label="Name" description="Optional." maxLength={60} autoFocus data-autofocus {...form.field('name')} />
      <MultiSelect
        label="Countries"
        placeholder={countries.length === 0 ? 'All countries' : undefined}
        searchable
        filter={byFoldedLabel}
        data={choices?.countries.map((code) => ({ value: code, label: countryName(code) })) ?? []}
        {...form.field('countries')}
      />
      <MultiSelect
        label="Categories"
        placeholder={categories.length === 0 ? 'All categories' : undefined}
        data={choices?.categories ?? []}
        {...form.field('categories')}
      />
      <NumberInput
        label="Days ahead"
        description="Leave empty for no limit."
        min={1}
        max={730}
        value={days ?? ''}
        onChange={(value) => form.set({ days_ahead: typeof value === 'number' ? value : null })}
        error={form.fault('days_ahead')}
      />
      <Switch
        label="Only events that pay a reward"
        checked={payingOnly}
        onChange={(event) => form.set({ paying_only: event.currentTarget.checked })}
      />
      <Text size="sm" role="status">
        {count ? `Covers ${counted(count.covered, 'event')}.` : 'Counting …'}
        {count &&
          count.narrowed_away > 0 &&
          ` ${counted(count.narrowed_away, 'more is', 'more are')} outside your agreement.`}
      </Text>
    </Form>
  );
}
