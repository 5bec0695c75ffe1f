// Picks who can read a moment.
import { placeName } from '@amber/client/seededNames';
import type { MomentText } from '@amber/client/moments';
import { useLive } from '@amber/client/live';
import { Button } from '@amber/ui/Button';
import { LockIcon, PersonIcon } from '@amber/ui/icons';
import { ContactsIcon, SpacesIcon } from '@amber/ui/moreIcons';
import { Menu, type MenuItem } from '@amber/ui/Menu';
import { readersLabel } from './readersLabel.ts';
import { words } from '../words/gen/readers.ts';
import styles from './PostBox.module.css';

export type Readers = Pick<MomentText, 'visibility' | 'spaceId'>;

interface ReadersMenuProps {
  readers: Readers;
  onChange(readers: Readers): void;
}

/** The choices without a space. */
const general = [
  ['everyone', SpacesIcon],
  ['contacts', ContactsIcon],
  ['me', LockIcon],
] as const;

/** A button with the present choice, and a menu with everyone, contacts, only me and each of my spaces. */
export function ReadersMenu({ readers: { visibility, spaceId }, onChange }: ReadersMenuProps) {
  const live = useLive((db) => db.spaces.toArray(), []);
  const spaces = live.status === 'ready' ? live.rows : [];
  const choose = (readers: Readers) => () => onChange(readers);
  const items: MenuItem[] = [
    ...general.map(([key, Icon]) => ({
      key,
      label: words[key],
      Icon,
      onSelect: choose({ visibility: key, spaceId: '' }),
    })),
    ...spaces.map(({ spaceId, spaceName }) => ({
      key: spaceId,
      label: placeName(spaceId, spaceName),
      Icon: PersonIcon,
      onSelect: choose({ visibility: 'space', spaceId }),
    })),
  ];
  const { Icon } = items.find(({ key }) => key === (visibility === 'space' ? spaceId : visibility)) ?? items[0]!;
  const who = readersLabel(
    visibility,
    placeName(spaceId, spaces.find((space) => space.spaceId === spaceId)?.spaceName ?? ''),
  );
  return (
    <Menu
      align="start"
      items={items}
      trigger={
        <Button variant="quiet" aria-label={words.label({ who })}>
          {Icon && (
            <span className={styles.readers}>
              <Icon />
            </span>
          )}
          {who}
        </Button>
      }
    />
  );
}
