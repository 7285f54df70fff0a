import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { textAtField } from '../api/problem.ts';
import { ProblemText } from './ProblemText.tsx';

interface Props {
  /** What the button does. */
  change: { mutate: () => void; error: unknown; isPending: boolean };
  button: string;
  disabled?: boolean;
  /** The fields that say themselves what is wrong with them. */
  fields?: readonly string[];
  /** @param at what is wrong with a field. */
  children: (at: (field: string) => string | undefined) => ReactNode;
}

/** Fields, what was wrong with them, and the button that sends them. */
export function Form({ change, button, disabled, fields, children }: Props) {
  return (
    <Stack
      gap="md"
      renderRoot={(props) => (
        <form
          {...props}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate();
          }}
        />
      )}
    >
      {children((field) => textAtField(change.error, field))}
      <ProblemText error={change.error} fields={fields} />
      <Button type="submit" loading={change.isPending} disabled={disabled}>
        {button}
      </Button>
    </Stack>
  );
}
