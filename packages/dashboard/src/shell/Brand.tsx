import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import classes from './Brand.module.css';

/** Whose dashboard it is; leads to the overview. */
export function Brand() {
  const { company } = useSession();
  return (
    <Link to="/" className={classes.brand} aria-label={`${company.name}, overview`}>
      <img src="/favicon.ico" alt="" width={28} height={28} />
      <span className={classes.name}>{company.name}</span>
    </Link>
  );
}
