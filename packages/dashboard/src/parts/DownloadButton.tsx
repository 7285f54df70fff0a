import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { readFile } from '../api/client.ts';
import { Download } from '../icons/icons.tsx';
import { ProblemText } from './ProblemText.tsx';

interface Props {
  /** Where the file is. */
  address: string;
  /** The button's text. */
  label?: string;
}

/** Saves a file, by default the page's list as CSV. A refusal is shown below the button and never saved. */
export function DownloadButton({ address, label }: Props) {
  // Nothing changes, so nothing is read again (`useChange`).
  const { mutate, isPending, error } = useMutation({ mutationFn: async () => save(await readFile(address)) });
  const download = (event: MouseEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <Stack gap={4} align="flex-start">
      <Button
        component="a"
        href={address}
        download
        variant="default"
        aria-label={label && `Download ${label}`}
        leftSection={<Download size={16} aria-hidden />}
        loading={isPending}
        onClick={download}
      >
        {label ?? 'Download CSV'}
      </Button>
      <ProblemText error={error} />
    </Stack>
  );
}

function save({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it after this time.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
