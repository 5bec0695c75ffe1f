// The way between the features: a rail at the side, on a phone a bar at the foot.
import { paths } from '@amber/client/paths';
import { Badge } from '@amber/ui/Badge';
import { cx } from '@amber/ui/cx';
import { BrandMark, PersonIcon } from '@amber/ui/icons';
import { onDemand } from '@amber/ui/onDemand';
import { Fragment, useId } from 'react';
import { Link } from 'react-router-dom';
import { activeItem } from './activeItem.ts';
import type { NavItem } from './navItems.ts';
import { words as strings } from '../../words/gen/app.ts';
import { useBadges } from './useBadges.ts';
import styles from './MainNavigation.module.css';

const words = strings.host;

// Of no use before a list stands.
const SpaceLinks = onDemand(
  async () => (await import(/* webpackChunkName: "rail" */ './SpaceLinks.tsx')).SpaceLinks,
  () => {},
);

/** On a phone there is no room for these: 'Me' leads to them. */
const underMe = new Set(['airdrop', 'contacts', 'settings']);
/** On a phone one entry; elsewhere every space has its own. */
const spacesKey = 'channels';

interface MainNavigationProps {
  items: readonly NavItem[];
  pathname: string;
}

/** The navigation 'Main'. */
export function MainNavigation({ items, pathname }: MainNavigationProps) {
  const counts = useBadges(items);
  const active = activeItem(items, pathname) ?? '';
  const id = useId();
  const me: NavItem = {
    key: 'me',
    to: paths.settings({ section: 'me' }),
    label: words.me,
    Icon: PersonIcon,
    countWords: words.requests,
  };
  return (
    <nav className={styles.nav} aria-label={words.main}>
      <span className={styles.mark}>
        <BrandMark size={32} />
      </span>
      <ul className={styles.list}>
        {[...items, me].map(({ key, to, label, Icon, countWords = words.unread }) => {
          const isMe = key === me.key;
          const isActive = key === active || (isMe && underMe.has(active));
          const count = isMe ? [...underMe].reduce((sum, under) => sum + (counts[under] ?? 0), 0) : (counts[key] ?? 0);
          return (
            <Fragment key={key}>
              {key === spacesKey && (
                <li className={styles.spaces}>
                  <ul className={styles.spaceList}>
                    <SpaceLinks open pathname={pathname} />
                  </ul>
                </li>
              )}
              <li
                className={cx(
                  styles.entry,
                  (isMe || key === spacesKey) && styles.phone,
                  underMe.has(key) && styles.wide,
                  key === 'settings' && styles.last,
                )}
              >
                <Link
                  to={to}
                  className={styles.link}
                  aria-current={isActive ? 'page' : undefined}
                  aria-describedby={count > 0 ? `${id}-${key}` : undefined}
                >
                  <span className={styles.icon}>
                    <Icon />
                    <span className={styles.badge}>
                      <Badge count={count} />
                    </span>
                  </span>
                  <span className={styles.label}>{label}</span>
                </Link>
                {count > 0 && (
                  <span id={`${id}-${key}`} hidden>
                    {countWords({ count })}
                  </span>
                )}
              </li>
            </Fragment>
          );
        })}
      </ul>
    </nav>
  );
}
