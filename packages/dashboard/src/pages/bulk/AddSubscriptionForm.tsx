import { Button, MultiSelect, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { choicesQuery } from '../../api/choices.ts';
import { post } from '../../api/client.ts';
import { isProblem, sentence } from '../../api/problem.ts';
import type { BulkFilter, BulkSubscription } from '../../api/types/bulk.ts';
import type { Mode } from '../../api/types/common.ts';
import { counted } from '../../parts/numbers.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { toastDone } from '../../parts/toast.ts';
import { bulkCountQuery } from './bulk.ts';

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });

/** A filter, with how many events it covers as it is chosen. */
export function AddSubscriptionForm({ mode, onDone }: { mode: Mode; onDone: () => void }) {
  const client = useQueryClient();
  const { data: choices } = useQuery(choicesQuery(mode));
  const [name, setName] = useState('');
  const [countries, setCountries] = useState<string[]>([]);
  const [categories, setCategories] = useState<string[]>([]);
  const [days, setDays] = useState<number | null>(null);
  const [payingOnly, setPayingOnly] = useState(false);
  const filter: Partial<BulkFilter> = {
    ...(countries.length > 0 && { countries }),
    ...(categories.length > 0 && { categories }),
    ...(days !== null && { days_ahead: days }),
    paying_only: payingOnly,
  };
  const [settled] = useDebouncedValue(filter, 300);
  const { data: count } = useQuery({ ...bulkCountQuery(mode, settled), placeholderData: keepPreviousData });
  const adding = useMutation({
    mutationFn: async () => {
      const body = { ...filter, ...(name.trim() && { name: name.trim() }) };
      return post<BulkSubscription>('/bulk-subscriptions', await checked('newSubscriptionBody', body), { mode });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['bulk'] });
      toastDone('The subscription is ready.');
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate();
  };
  const fields = isProblem(adding.error) ? adding.error.fields : {};
  const fault = (field: string) => fields[field] && sentence(fields[field]);
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Optional."
          maxLength={60}
          autoFocus
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fault('name')}
        />
        <MultiSelect
          label="Countries"
          placeholder={countries.length === 0 ? 'Every country' : undefined}
          searchable
          data={choices?.countries.map((code) => ({ value: code, label: REGIONS.of(code) ?? code })) ?? []}
          value={countries}
          onChange={setCountries}
          error={fault('countries')}
        />
        <MultiSelect
          label="Categories"
          placeholder={categories.length === 0 ? 'Every category' : undefined}
          data={choices?.categories ?? []}
          value={categories}
          onChange={setCategories}
          error={fault('categories')}
        />
        <NumberInput
          label="Days ahead"
          description="Leave empty for no limit."
          min={1}
          max={730}
          value={days ?? ''}
          onChange={(value) => setDays(typeof value === 'number' ? value : null)}
          error={fault('days_ahead')}
        />
        <Switch
          label="Only events that pay a reward"
          checked={payingOnly}
          onChange={(event) => setPayingOnly(event.currentTarget.checked)}
        />
        <Text size="sm" role="status">
          {count ? `Covers ${counted(count.covered, 'event')}.` : 'Counting …'}
          {count && count.narrowed_away > 0 && ` ${counted(count.narrowed_away, 'more')} lie outside your agreement.`}
        </Text>
        {Object.keys(fields).length === 0 && <ProblemText error={adding.error} />}
        <Button type="submit" loading={adding.isPending}>
          Add the subscription
        </Button>
      </Stack>
    </form>
  );
}
