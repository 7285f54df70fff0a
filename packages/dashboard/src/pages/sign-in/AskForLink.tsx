import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { post } from '../../api/client.ts';
import { isProblem, sentence } from '../../api/problem.ts';
import type { Session } from '../../api/types/session.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';

interface Props {
  /** Of somebody who is signed in and came here all the same. */
  session: Session | undefined;
  onAsked: () => void;
  onGoOn: (session: Session) => void;
}

/** Asks for a sign-in link by mail. What is answered is the same for every address. */
export function AskForLink({ session, onAsked, onGoOn }: Props) {
  const [email, setEmail] = useState('');
  const asking = useMutation({
    mutationFn: async () => post('/session/request-link', await checked('linkBody', { email: email.trim() })),
    onSuccess: onAsked,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.mutate();
  };
  if (asking.isSuccess) return <LinkSent email={email} onAgain={() => asking.reset()} />;
  const atField = isProblem(asking.error) ? asking.error.fields.email : undefined;
  return (
    <Stack renderRoot={(props) => <form {...props} onSubmit={submit} noValidate />}>
      <Title order={1} size="h2">
        Sign in
      </Title>
      {session && (
        <Text size="sm">
          You are signed in as {session.member.email}.{' '}
          <Anchor component="button" type="button" underline="always" onClick={() => onGoOn(session)}>
            Go on to the dashboard
          </Anchor>
        </Text>
      )}
      <Text c="dimmed">We e-mail you a link to sign in.</Text>
      <TextInput
        label="E-mail"
        type="email"
        name="email"
        autoComplete="email"
        required
        withAsterisk={false}
        data-autofocus
        placeholder="you@company.com"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={atField && sentence(atField)}
      />
      {!atField && <ProblemText error={asking.error} />}
      <Button type="submit" loading={asking.isPending}>
        Mail me a link
      </Button>
      <Text size="sm" c="dimmed">
        Members are invited by their company. If nobody invited you, ask an owner there.
      </Text>
    </Stack>
  );
}

const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const repeating = useMutation({ mutationFn: () => post('/session/request-link', { email: email.trim() }) });
  return (
    <Stack>
      <Title order={1} size="h2">
        Check your e-mail
      </Title>
      <Text role="status">
        If <strong>{email}</strong> is a member’s address, a link is on its way. It works once, for 15 minutes.
      </Text>
      <Text size="sm" c="dimmed">
        Asked more than once? Every link from the last 15 minutes works until you use one of them.
      </Text>
      {LOCAL.test(window.location.hostname) && (
        <Text size="sm">
          This service runs on your own machine: its mails are in{' '}
          <Anchor href="/dev/mail" underline="always">
            the mailbox
          </Anchor>
          .
        </Text>
      )}
      <Text size="sm">Nothing after a minute? Look in spam, or ask again.</Text>
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
      <Anchor component="button" type="button" size="sm" onClick={onAgain}>
        Use another address
      </Anchor>
    </Stack>
  );
}
