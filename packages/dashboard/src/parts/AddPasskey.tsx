import { Button, Stack, Text, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { post } from '../api/client.ts';
import { sessionQuery } from '../api/session.ts';
import type { Passkey } from '../api/types/session.ts';
import { ProblemText } from './ProblemText.tsx';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Makes a passkey on this device, or on a phone or stick that the browser finds. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const adding = useMutation({
    mutationFn: async () => {
      const { options } = await post<{ options: CreationOptions }>('/passkeys/start');
      const credential = await startRegistration({ optionsJSON: options });
      return post<Passkey>('/passkeys', { ...(name.trim() && { name: name.trim() }), credential });
    },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['passkeys'] }),
        client.refetchQueries({ queryKey: sessionQuery.queryKey }),
      ]);
      onAdded();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate();
  };
  return (
    <Stack gap="md" component="form" onSubmit={submit}>
      <Text size="sm" c="dimmed">
        A passkey is kept by this device, your phone or a security key. You confirm with your finger, face or PIN.
      </Text>
      <TextInput
        label="Name"
        description="To tell your passkeys apart. Optional."
        placeholder="Work laptop"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ProblemText error={adding.error} />
      <Button type="submit" loading={adding.isPending}>
        Create a passkey
      </Button>
    </Stack>
  );
}
