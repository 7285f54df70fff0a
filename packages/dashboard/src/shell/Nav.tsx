import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import classes from './Nav.module.css';
import { SECTIONS } from './sections.ts';

/** @param onFollow called when a section is chosen: on a phone the menu closes. */
export function Nav({ onFollow }: { onFollow: () => void }) {
  const { rights } = useSession();
  const groups = SECTIONS.map(({ label, sections }) => ({
    label,
    sections: sections.filter(({ action }) => rights[action] !== 'role'),
  }));
  return (
    <div>
      {groups.map(({ label, sections }) => {
        if (sections.length === 0) return null;
        return (
          <div key={label} className={classes.group}>
            {label && <p className={classes.label}>{label}</p>}
            <ul className={classes.list}>
              {sections.map(({ to, label: name, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                    className={classes.link}
                    onClick={onFollow}
                  >
                    <Icon size={17} strokeWidth={1.75} aria-hidden />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <div className={classes.group}>
        <p className={classes.label}>Learn</p>
        <ul className={classes.list}>
          <li>
            <a className={classes.link} href="/docs">
              API reference
            </a>
          </li>
          <li>
            <a className={classes.link} href="/sandbox">
              Sandbox
            </a>
          </li>
        </ul>
      </div>
    </div>
  );
}
