import { Alert } from '@mantine/core';
import { useRight } from '../../api/session.ts';
import type { Mode, PromotedEvent } from '../../api/types.ts';
import { TriangleAlert } from '../../icons/icons.tsx';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { counted } from '../../parts/numbers.ts';
import { utcDay } from '../../parts/times.ts';
import classes from './Links.module.css';

const STATES: Partial<Record<PromotedEvent['status'], string>> = {
  sold_out: 'sold out',
  cancelled: 'cancelled',
  postponed: 'postponed',
};
const MOST_SHOWN = 5;

/** Events that the company promotes and that are not for sale now. */
export function UnsellableAlert({ events }: { events: PromotedEvent[] }) {
  if (events.length === 0) return null;
  const more = events.length - MOST_SHOWN;
  return (
    <Alert
      role="status"
      color="yellow"
      mb="lg"
      icon={<TriangleAlert size={18} aria-hidden />}
      title={`${counted(events.length, 'event')} that you promote can’t be bought`}
    >
      Your links had clicks or sales in the last 30 days. Promote other events in their place.
      <ul className={classes.unsellable}>
        {events.slice(0, MOST_SHOWN).map(({ id, name, date, city, status, withdrawn }) => (
          <li key={id}>
            <strong>{name}</strong>, {[utcDay(date), city].filter(Boolean).join(', ')}:{' '}
            {withdrawn ? 'withdrawn by the organizer' : STATES[status]}
          </li>
        ))}
        {more > 0 && <li>{counted(more, 'more event')}</li>}
      </ul>
    </Alert>
  );
}

/** The obstacle to links, and who can remove it. */
export function NoKey({ mode }: { mode: Mode }) {
  const { may } = useRight('keys.change');
  return (
    <Alert color="yellow" mb="lg" title={`Your company has no ${mode} key yet`}>
      A link carries the code of an API key, so that we know whose sale it is.{' '}
      {may ? (
        <>
          <AnchorLink to="/keys" underline="always">
            Create a key
          </AnchorLink>
          , and your links are here.
        </>
      ) : (
        <>
          Ask an owner or developer of your{' '}
          <AnchorLink to="/members" underline="always">
            team
          </AnchorLink>{' '}
          to create one under API keys. You need no key yourself.
        </>
      )}
    </Alert>
  );
}
