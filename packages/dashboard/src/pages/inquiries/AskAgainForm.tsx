import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Inquiry } from '../../api/types.ts';
import { Form } from '../../parts/Form.tsx';
import { useChange } from '../../parts/use-change.ts';

/** Hands a question that the rules answered to an operator. */
export function AskAgainForm({ inquiry, onDone }: { inquiry: Inquiry; onDone: () => void }) {
  const [note, setNote] = useState('');
  const asking = useChange(
    async () =>
      call('POST /inquiries/:id/again', {
        id: inquiry.id,
        body: await checked('inquiryAgainBody', { note: note.trim() }),
      }),
    { done: 'Our team looks into it and emails you the answer.', onDone },
  );
  return (
    <Form change={asking} button="Ask our team" fields={['note']}>
      {(at) => (
        <>
          <Text>Our answer was: {inquiry.explanation}</Text>
          <Textarea
            label="Why do you think it should count?"
            description="Don’t include personal data of buyers."
            autosize
            minRows={3}
            data-autofocus
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            error={at('note')}
          />
        </>
      )}
    </Form>
  );
}
