import { Button, Text } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { readFile } from '../api/client.ts';
import { toText } from '../api/problem.ts';
import { Download } from '../icons/icons.tsx';

interface Props {
  /** Where the file is. */
  address: string;
  /** The button's text. */
  label?: string;
}

/** Saves a file, by default the page's list as CSV. A refusal is shown below the button and never saved. */
export function DownloadButton({ address, label }: Props) {
  const [state, setState] = useState<{ loading: boolean; error: unknown }>({ loading: false, error: null });
  const download = async (event: MouseEvent) => {
    event.preventDefault();
    if (state.loading) return;
    setState({ loading: true, error: null });
    try {
      const { name, content } = await readFile(address);
      save(name, content);
      setState({ loading: false, error: null });
    } catch (error) {
      setState({ loading: false, error });
    }
  };
  return (
    <div>
      <Button
        component="a"
        href={address}
        download
        variant="default"
        aria-label={label && `Download ${label}`}
        leftSection={<Download size={16} aria-hidden />}
        loading={state.loading}
        onClick={download}
      >
        {label ?? 'Download CSV'}
      </Button>
      {state.error !== null && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)" mt={4}>
          {toText(state.error)}
        </Text>
      )}
    </div>
  );
}

function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it after this time.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
