import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { ROLE_TEXT } from '../../api/session.ts';
import type { Role } from '../../api/types.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { Form } from '../../parts/Form.tsx';
import { useChange } from '../../parts/use-change.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Adds a member and mails them a link. */
export function InviteDialog({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Invite a member">
      <InviteForm onDone={onClose} />
    </Dialog>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const inviting = useChange(
    async () => call('POST /members', { body: await checked('invitationBody', { email: email.trim(), role }) }),
    { done: (member) => `We emailed a sign-in link to ${member.email}.`, onDone },
  );
  return (
    <Form change={inviting} button="Send the invitation" fields={['email']}>
      {(at) => (
        <>
          <TextInput
            label="Email"
            type="email"
            data-autofocus
            placeholder="colleague@company.com"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={at('email')}
          />
          <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
            <Stack gap="xs" mt="xs">
              {Object.entries(ROLE_TEXT).map(([value, { label, text }]) => (
                <Radio key={value} value={value} label={label} description={text} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </Form>
  );
}
