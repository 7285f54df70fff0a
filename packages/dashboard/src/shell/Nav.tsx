import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { factsOf, PAGES, type PagePath } from '../pages.ts';
import classes from './Nav.module.css';

const LINKS = (Object.keys(PAGES) as PagePath[]).flatMap((to) => {
  const { nav, action } = factsOf(to);
  return nav ? [{ to, action, ...nav }] : [];
});
const GROUPS = [...new Set(LINKS.map(({ group }) => group))];

/** @param onFollow called when a section is chosen: on a phone the menu closes. */
export function Nav({ onFollow }: { onFollow: () => void }) {
  const { rights } = useSession();
  const seen = LINKS.filter(({ action }) => rights[action] !== 'role');
  return (
    <div>
      {GROUPS.map((group) => {
        const links = seen.filter((link) => link.group === group);
        if (links.length === 0) return null;
        return (
          <div key={group} className={classes.group}>
            {group && <p className={classes.label}>{group}</p>}
            <ul className={classes.list}>
              {links.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                    className={classes.link}
                    onClick={onFollow}
                  >
                    <Icon size={17} strokeWidth={1.75} aria-hidden />
                    {label}
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
              Documentation
            </a>
          </li>
          {rights['sandbox.use'] !== 'role' && (
            <li>
              <a className={classes.link} href="/sandbox">
                Sandbox
              </a>
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}
