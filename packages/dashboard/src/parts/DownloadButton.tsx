import { Button } from '@mantine/core';
import { Download } from '../icons/icons.tsx';

interface Props {
  /** Where the file is. */
  address: string;
  /** What it is; with it, the button says only that. */
  label?: string;
}

/** Saves a file: what the page shows, as CSV, unless told. */
export function DownloadButton({ address, label }: Props) {
  return (
    <Button
      component="a"
      href={address}
      download
      variant="default"
      aria-label={label && `Download ${label}`}
      leftSection={<Download size={16} aria-hidden />}
    >
      {label ?? 'Download CSV'}
    </Button>
  );
}
