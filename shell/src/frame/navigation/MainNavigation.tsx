// The main navigation between features: a rail at the side, on a phone a bar at the bottom.
import { paths } from '@amber/client/paths';
import { Badge } from '@amber/ui/Badge';
import { cx } from '@amber/ui/cx';
import { BrandMark } from '@amber/ui/brandMark';
import { PersonIcon } from '@amber/ui/icons';
import { Fragment, useId } from 'react';
import { Link } from 'react-router-dom';
import { activeItem } from './activeItem.ts';
import type { Feature } from '../../federation/registry/Feature.ts';
import type { NavItem } from './navItems.tsx';
import { SpaceLinks } from './SpaceLinks.tsx';
import { words as strings } from '../../words/gen/app.ts';
import { useBadges } from './useBadges.ts';
import styles from './MainNavigation.module.css';

const words = strings.host;

interface MainNavigationProps {
  items: readonly NavItem[];
  pathname: string;
  /** The feature on screen. */
  feature: Feature | undefined;
}

/** The navigation 'Main'. */
export function MainNavigation({ items, pathname, feature }: MainNavigationProps) {
  const counts = useBadges(items);
  const active = activeItem(items, pathname, feature) ?? '';
  const id = useId();
  const me: NavItem = {
    key: 'me',
    to: paths.settings({ section: 'me' }),
    label: words.me,
    Icon: PersonIcon,
    countLabel: words.requests,
    feature: '',
    underMe: false,
  };
  const under = items.filter((item) => item.underMe);
  return (
    <nav className={styles.nav} aria-label={words.main} data-tab-group>
      <span className={styles.mark}>
        <BrandMark size={32} />
      </span>
      <ul className={styles.list}>
        {[...items, me].map(({ key, to, label, Icon, underMe, isSpaces, countLabel = words.unread }) => {
          const isMe = key === me.key;
          const isActive = key === active || (isMe && under.some((item) => item.key === active));
          const count = isMe ? under.reduce((sum, item) => sum + (counts[item.key] ?? 0), 0) : (counts[key] ?? 0);
          return (
            <Fragment key={key}>
              {isSpaces && (
                <li className={styles.spaces}>
                  <ul className={styles.spaceList}>
                    <SpaceLinks pathname={pathname} />
                  </ul>
                </li>
              )}
              <li
                className={cx(
                  styles.entry,
                  (isMe || isSpaces) && styles.phone,
                  underMe && styles.wide,
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
                    {countLabel({ count })}
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
