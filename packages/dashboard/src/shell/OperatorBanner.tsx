import { Alert } from '@mantine/core';
import { useSession } from '../api/session.ts';
import { Eye } from '../icons/icons.tsx';
import { DateText } from '../parts/DateText.tsx';

/** Above every page, for an operator who visits a company. */
export function OperatorBanner() {
  const { reason, company, member, ends_at: ends } = useSession();
  if (reason === null) return null;
  return (
    <Alert
      role="status"
      color="violet"
      icon={<Eye size={18} aria-hidden />}
      mb="lg"
      title={`Viewing ${company.name}, read-only`}
    >
      You are signed in as {member.email}. Reason: {reason}. The company sees this visit in its audit log. It ends{' '}
      <DateText at={ends} />.
    </Alert>
  );
}
