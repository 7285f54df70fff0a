import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { textAtField } from '../../api/problem.ts';
import type { Session } from '../../api/types.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';

interface Props {
  /** For a member who is signed in already. */
  session: Session | undefined;
  onAsked: () => void;
  onGoOn: (session: Session) => void;
}

/** Asks for a sign-in link by mail. The answer is the same for every address. */
export function AskForLink({ session, onAsked, onGoOn }: Props) {
  const [email, setEmail] = useState('');
  const asking = useMutation({
    mutationFn: async () =>
      call('POST /session/request-link', { body: await checked('linkBody', { email: email.trim() }) }),
    onSuccess: onAsked,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.mutate();
  };
  if (asking.isSuccess) return <LinkSent email={email} onRetry={() => asking.reset()} />;
  return (
    <Stack renderRoot={(props) => <form {...props} onSubmit={submit} noValidate />}>
      <Title order={1} size="h2">
        Sign in
      </Title>
      {session && (
        <Text size="sm">
          You are signed in as {session.member.email}.{' '}
          <Anchor component="button" type="button" underline="always" onClick={() => onGoOn(session)}>
            Continue to the dashboard
          </Anchor>
        </Text>
      )}
      <Text c="dimmed">We email you a link to sign in.</Text>
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        required
        withAsterisk={false}
        data-autofocus
        placeholder="you@company.com"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={textAtField(asking.error, 'email')}
      />
      <ProblemText error={asking.error} fields={['email']} />
      <Button type="submit" loading={asking.isPending}>
        Email me a link
      </Button>
      <Text size="sm" c="dimmed">
        Companies invite their members. If nobody has invited you, ask an owner of your company.
      </Text>
    </Stack>
  );
}

const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

function LinkSent({ email, onRetry }: { email: string; onRetry: () => void }) {
  const repeating = useMutation({
    mutationFn: () => call('POST /session/request-link', { body: { email: email.trim() } }),
  });
  return (
    <Stack>
      <Title order={1} size="h2">
        Check your email
      </Title>
      <Text role="status">
        If <strong>{email}</strong> belongs to a member, we sent a link to it. It works once, for 15 minutes.
      </Text>
      <Text size="sm" c="dimmed">
        Requested more than one link? Every link from the last 15 minutes works until you use one of them.
      </Text>
      {LOCAL.test(window.location.hostname) && (
        <Text size="sm">
          This service runs on your own machine. Its emails are in{' '}
          <Anchor href="/dev/mail" underline="always">
            the mailbox
          </Anchor>
          .
        </Text>
      )}
      <Text size="sm">Nothing after a minute? Check your spam folder, or send it again.</Text>
      {repeating.isSuccess ? (
        <Text size="sm" role="status">
          We sent another link.
        </Text>
      ) : (
        <Button variant="default" loading={repeating.isPending} onClick={() => repeating.mutate()}>
          Send it again
        </Button>
      )}
      <ProblemText error={repeating.error} />
      <Anchor component="button" type="button" size="sm" onClick={onRetry}>
        Use another address
      </Anchor>
    </Stack>
  );
}
