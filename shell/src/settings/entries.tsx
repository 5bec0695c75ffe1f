// The entries of the settings' list that are no sections: links, features on a phone's page 'Me', and the installation.
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { useSubscription } from '@amber/client/useSubscription';
import { Badge } from '@amber/ui/Badge';
import { ChevronIcon } from '@amber/ui/icons';
import { DownloadIcon } from '@amber/ui/moreIcons';
import { useId, useState } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { EMPTY } from 'rxjs';
import type { NavItem } from '../frame/navigation/navItems.tsx';
import { install$ } from '../kit/install.ts';
import { words } from '../words/gen/app.ts';
import { words as outside } from '../words/gen/outside.ts';
import styles from './Settings.module.css';

/** A link, which on a phone ends with an arrow. */
export const EntryLink = ({ children, ...link }: LinkProps) => (
  <Link className={styles.section} {...link}>
    {children}
    <span className={styles.chevron}>
      <ChevronIcon />
    </span>
  </Link>
);

/** The link to a feature that does not fit in a phone's bar, with its badge count. */
export function MePageEntry({ item: { to, label, Icon, badge$, countLabel = words.host.unread } }: { item: NavItem }) {
  const id = useId();
  const [count, setCount] = useState(0);
  useSubscription(badge$ ?? EMPTY, setCount);
  return (
    <li className={styles.narrow}>
      <EntryLink to={to} aria-describedby={count > 0 ? id : undefined}>
        <Icon />
        {label}
        <Badge count={count} />
      </EntryLink>
      {count > 0 && (
        <span id={id} hidden>
          {countLabel({ count })}
        </span>
      )}
    </li>
  );
}

/** Renders nothing if the browser does not offer the installation, or the app is installed. */
export function InstallEntry() {
  const install = useBehaviorSubject(install$);
  if (!install) return null;
  return (
    <li>
      <button type="button" className={styles.section} onClick={() => void install()}>
        <DownloadIcon />
        {outside.install}
      </button>
    </li>
  );
}
