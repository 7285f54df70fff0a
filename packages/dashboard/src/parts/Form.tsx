import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { textAtField } from '../api/problem.ts';
import { ProblemText } from './ProblemText.tsx';

interface Props {
  change: { mutate: () => void; error: unknown; isPending: boolean };
  /** The text of the button. */
  button: string;
  disabled?: boolean;
  /** The fields that show their own faults. */
  fields?: readonly string[];
  /** @param at returns the fault of a field. */
  children: (at: (field: string) => string | undefined) => ReactNode;
}

/** Fields, their faults, and the button that sends them. */
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
