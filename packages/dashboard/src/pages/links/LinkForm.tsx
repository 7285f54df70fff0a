import { Anchor, Group, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { fileAddress } from '../../api/client.ts';
import { textAtField } from '../../api/problem.ts';
import { query } from '../../api/queries.ts';
import type { Mode, PromotableEvent } from '../../api/types.ts';
import { CopyAction, CopyLine } from '../../parts/CopyAction.tsx';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { rewardText } from '../../parts/ticket-text.ts';
import classes from './LinkForm.module.css';

interface Props {
  event: PromotableEvent;
  mode: Mode;
  /** The chosen key; undefined: the first. */
  keyId: string | undefined;
  subId: string;
  onSubId: (subId: string) => void;
}

/** A pause in typing, in milliseconds. */
const PAUSE_MS = 400;

/** The company's link to an event, with a sub ID, as text, QR code and post. */
export function LinkForm({ event, mode, keyId, subId, onSubId }: Props) {
  const [asked] = useDebouncedValue(subId.trim(), PAUSE_MS);
  const input = { id: event.id, query: { mode, key_id: keyId, sub_id: asked } };
  const { data, error } = useQuery({ ...query('GET /links/:id', input), retry: false });
  const link = asked === subId.trim() ? data : undefined;
  const fault = textAtField(error, 'sub_id');
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {[event.date_label, event.venue, event.city].filter(Boolean).join(' · ')}. {rewardText(event.reward)}.
      </Text>
      <TextInput
        label="Sub ID"
        description="Optional. Names the campaign, such as instagram-story. Campaigns and Earnings show it."
        data-autofocus
        maxLength={100}
        value={subId}
        error={fault}
        onChange={({ currentTarget }) => onSubId(currentTarget.value)}
      />
      {error && !fault ? <ProblemText error={error} /> : null}
      {!error && (
        <>
          <div>
            <Text size="sm" fw={500} mb={4}>
              Link
            </Text>
            {link ? <CopyLine value={link.url} what="link" /> : <Skeleton h={38} radius="md" />}
          </div>
          <div className={classes.code}>
            {link ? (
              <img
                className={classes.qr}
                src={fileAddress('GET /links/:id/qr.svg', input)}
                width={148}
                height={148}
                alt="QR code of the link"
              />
            ) : (
              <Skeleton h={148} w={148} radius="md" />
            )}
            <Stack gap="xs">
              <Text size="sm" fw={500}>
                QR code
              </Text>
              <Text size="sm" c="dimmed">
                It opens the link above. Test it with a phone before you print it.
              </Text>
              <Group gap="xs">
                <DownloadButton address={fileAddress('GET /links/:id/qr.png', input)} label="PNG" />
                <DownloadButton address={fileAddress('GET /links/:id/qr.svg', input)} label="SVG" />
              </Group>
            </Stack>
          </div>
          {event.can_share ? (
            <Textarea
              label="Text to share"
              readOnly
              autosize
              minRows={3}
              value={link?.text ?? ''}
              rightSection={link?.text ? <CopyAction value={link.text} what="text" /> : null}
            />
          ) : (
            <Text size="sm">
              The organizer does not let this event be shared further, for example on social media. Use the link on your
              own pages.
            </Text>
          )}
          {event.can_share && event.image && (
            <Anchor href={event.image} target="_blank" rel="noreferrer" size="sm">
              Open the picture
            </Anchor>
          )}
        </>
      )}
    </Stack>
  );
}
