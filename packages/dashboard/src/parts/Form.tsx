import { Button, Stack } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { textAtField } from '../api/problem.ts';
import { ProblemText } from './ProblemText.tsx';
import { type After, useChange } from './use-change.ts';

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

const isTyped = (given: unknown): given is Typed =>
  typeof given === 'object' && given !== null && 'currentTarget' in given;

/**
 * The values of a form, and the change that sends them. An input gets its props from `field`, and so shows the faults of its
 * value; all other faults stand above the button.
 */
export function useForm<Values extends object, Output>(
  initial: Values,
  send: (values: Values) => Promise<Output>,
  after?: After<Output>,
) {
  const [values, setValues] = useState(initial);
  const change = useChange(() => send(values), after);
  const shown = new Set<string>();
  const set = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }));
  /** The fault of a field, for an input that shows it. */
  const fault = (name: string) => {
    shown.add(name);
    return textAtField(change.error, name);
  };
  const field = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    onChange: (given: Values[Name] | Typed) =>
      set({ [name]: isTyped(given) ? given.currentTarget.value : given } as Partial<Values>),
    error: fault(name),
  });
  return { values, set, field, fault, change, shown };
}

interface Props {
  form: {
    change: { mutate: () => void; error: unknown; isPending: boolean };
    /** The fields that show their own faults. */
    shown: ReadonlySet<string>;
  };
  /** The text of the button. */
  button: string;
  disabled?: boolean;
  children: ReactNode;
}

/** Fields, their faults, and the button that sends them. */
export function Form({ form: { change, shown }, button, disabled, children }: Props) {
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
      {children}
      <ProblemText error={change.error} fields={[...shown]} />
      <Button type="submit" loading={change.isPending} disabled={disabled}>
        {button}
      </Button>
    </Stack>
  );
}
