// An entry on the page 'Me', which on a phone links to the features that do not fit in the bar.
import { Badge } from '@amber/ui/Badge';
import { ChevronIcon } from '@amber/ui/icons';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { NavItem } from '../frame/navigation/navItems.tsx';
import { words } from '../words/gen/app.ts';
import styles from './Settings.module.css';

/** A link with its badge count. */
export function MePageEntry({ item: { to, label, Icon, badge$, countLabel = words.host.unread } }: { item: NavItem }) {
  const id = useId();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const subscription = badge$?.subscribe(setCount);
    return () => subscription?.unsubscribe();
  }, [badge$]);
  return (
    <>
      <Link className={styles.section} to={to} aria-describedby={count > 0 ? id : undefined}>
        <Icon />
        {label}
        <Badge count={count} />
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
      </Link>
      {count > 0 && (
        <span id={id} hidden>
          {countLabel({ count })}
        </span>
      )}
    </>
  );
}
