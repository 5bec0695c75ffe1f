// The menu of a space.
import type { SpaceRow } from '@amber/client/rows';
import { paths } from '@amber/client/paths';
import { placeName } from '@amber/client/seededNames';
import { IconButton } from '@amber/ui/IconButton';
import { MoreIcon } from '@amber/ui/icons';
import { Menu, type MenuItem } from '@amber/ui/Menu';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LeaveSpace } from './settings/LeaveSpace.tsx';
import { words as strings } from './words/gen/channels.ts';

const words = strings.room;

interface SpaceMenuProps {
  space: SpaceRow;
  isOwner: boolean;
}

/** The owner gets the settings, where the space can be deleted; members can leave. */
export function SpaceMenu({ space, isOwner }: SpaceMenuProps) {
  const { spaceId: sid, spaceName } = space;
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const go = (path: string) => () => void navigate(path);
  const items: MenuItem[] = [
    { key: 'about', label: words.about, onSelect: go(paths.aboutSpace({ sid })) },
    { key: 'invite', label: words.invite, onSelect: go(paths.inviteToSpace({ sid })) },
    ...(isOwner
      ? [{ key: 'settings', label: words.settings, onSelect: go(paths.spaceSettings({ sid })) }]
      : [{ key: 'leave', label: strings.leave.action, danger: true, onSelect: () => setLeaving(true) }]),
  ];
  return (
    <>
      <Menu
        trigger={<IconButton label={words.menu({ name: placeName(sid, spaceName) })} Icon={MoreIcon} />}
        items={items}
      />
      <LeaveSpace open={leaving} space={space} onClose={() => setLeaving(false)} />
    </>
  );
}
