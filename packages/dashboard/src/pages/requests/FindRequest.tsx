import { Button, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

/** Goes to the page of a request by its id, as answers and support name it. */
export function FindRequest() {
  const [id, setId] = useState('');
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Pasted with what stood around it: `"request_id": "req_…"`.
    const found = /req_[\w-]+/.exec(id)?.[0] ?? id.trim();
    if (found) void navigate({ to: '/requests/$id', params: { id: found } });
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label="Request ID"
          placeholder="req_…"
          size="xs"
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          Find
        </Button>
      </Group>
    </form>
  );
}
