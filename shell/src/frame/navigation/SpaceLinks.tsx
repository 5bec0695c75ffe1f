// The links to spaces in the rail, followed by the links to more of them.
import { paths } from '@amber/client/paths';
import { Avatar } from '@amber/ui/Avatar';
import { Badge } from '@amber/ui/Badge';
import { AddIcon, CompassIcon } from '@amber/ui/icons';
import { Tooltip } from '@amber/ui/Tooltip';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { type ComponentType, useId } from 'react';
import { Link, matchPath } from 'react-router-dom';
import { useRailSpaces } from './railSpaces.ts';
import { words as strings } from '../../words/gen/app.ts';
import { useSpaceKeys } from './useSpaceKeys.ts';
import styles from './SpaceLinks.module.css';

const words = strings.host;

/** The paths of a single space's pages. */
const spacePatterns = ['/channels/setting/:sid', '/channels/invite/:sid', '/channels/:sid/*'];

/** Returns the id of the space that an address belongs to. */
const openSpace = (pathname: string): string | undefined =>
  spacePatterns.map((pattern) => matchPath(pattern, pathname)?.params.sid).find((sid) => sid !== undefined);

/** List items; on a phone one entry of the bar replaces them. */
export function SpaceLinks({ pathname }: { pathname: string }) {
  const id = useId();
  const spaces = useRailSpaces();
  useSpaceKeys(spaces);
  const openId = openSpace(pathname);
  const more: { to: string; label: string; Icon: ComponentType }[] = [
    { to: paths.discover(), label: words.discover, Icon: CompassIcon },
    { to: paths.createSpace(), label: words.createSpace, Icon: AddIcon },
  ];
  return (
    <>
      {spaces.map(({ id: sid, name, avatar, unread }) => (
        <li key={sid} className={styles.entry} data-unread={unread > 0 || undefined}>
          <Tooltip text={name} side="end">
            <Link
              to={paths.space({ sid })}
              className={styles.link}
              aria-current={sid === openId ? 'page' : undefined}
              aria-describedby={unread > 0 ? `${id}-${sid}` : undefined}
            >
              <VisuallyHidden>{name}</VisuallyHidden>
              <Avatar identifier={sid} name={name} src={avatar} size={40} />
              <span className={styles.badge}>
                <Badge count={unread} />
              </span>
            </Link>
          </Tooltip>
          {unread > 0 && (
            <span id={`${id}-${sid}`} hidden>
              {words.unread({ count: unread })}
            </span>
          )}
        </li>
      ))}
      {more.map(({ to, label, Icon }) => (
        <li key={to} className={styles.entry}>
          <Tooltip text={label} side="end">
            <Link
              to={to}
              className={styles.link}
              aria-label={label}
              aria-current={pathname === to ? 'page' : undefined}
            >
              <span className={styles.icon}>
                <Icon />
              </span>
            </Link>
          </Tooltip>
        </li>
      ))}
    </>
  );
}
