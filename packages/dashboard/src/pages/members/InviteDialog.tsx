import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { post } from '../../api/client.ts';
import { isProblem, sentence } from '../../api/problem.ts';
import { ROLE_WORDS } from '../../api/session.ts';
import type { Member, Role } from '../../api/types/session.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { toastDone } from '../../parts/toast.ts';
import { membersQuery } from './members.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Makes somebody a member and mails them a link. */
export function InviteDialog({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Invite a member">
      <InviteForm onDone={onClose} />
    </Dialog>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const inviting = useMutation({
    mutationFn: async () => post<Member>('/members', await checked('invitationBody', { email: email.trim(), role })),
    onSuccess: async (member) => {
      await client.invalidateQueries({ queryKey: membersQuery.queryKey });
      toastDone(`We mailed a link to ${member.email}.`);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    inviting.mutate();
  };
  const atField = isProblem(inviting.error) ? inviting.error.fields.email : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="E-mail"
          type="email"
          data-autofocus
          placeholder="colleague@company.com"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={atField && sentence(atField)}
        />
        <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
          <Stack gap="xs" mt="xs">
            {Object.entries(ROLE_WORDS).map(([value, { label, words }]) => (
              <Radio key={value} value={value} label={label} description={words} />
            ))}
          </Stack>
        </Radio.Group>
        {!atField && <ProblemText error={inviting.error} />}
        <Button type="submit" loading={inviting.isPending}>
          Send the invitation
        </Button>
      </Stack>
    </form>
  );
}
