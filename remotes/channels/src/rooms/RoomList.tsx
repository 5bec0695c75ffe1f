// The list pane of a space: name, menu and rooms.
import type { ConversationRow, SpaceRow } from '@amber/client/rows';
import { paths } from '@amber/client/paths';
import { localizeSpace, roomName } from '@amber/client/seededNames';
import type { Rooms } from '@amber/client/rooms';
import { botName } from '@amber/conversation-screen/botName';
import type { ChatMenuTarget } from '@amber/conversation-screen/ChatMenu';
import { useChatShortcuts } from '@amber/conversation-screen/useChatShortcuts';
import { Avatar } from '@amber/ui/Avatar';
import { Badge, MentionBadge } from '@amber/ui/Badge';
import { EmptyState } from '@amber/ui/EmptyState';
import { HashIcon, LockIcon, PersonIcon, ShieldIcon } from '@amber/ui/icons';
import { PersonAddIcon } from '@amber/ui/moreIcons';
import { moveFocus } from '@amber/ui/moveFocus';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { useRowMenu } from '@amber/ui/useRowMenu';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSpaceTabs } from '../SpaceTabs.tsx';
import { words as strings } from '../words/gen/channels.ts';
import styles from './RoomList.module.css';

const words = strings.room;

// Loaded on demand, because menus are heavy and the list works without them.
const SpaceMenu = loadOnOpen(
  async () => (await import(/* webpackChunkName: "spaceMenu" */ '../SpaceMenu.tsx')).SpaceMenu,
);

const ChatMenu = loadOnOpen(
  async () => (await import(/* webpackChunkName: "chatMenu" */ '@amber/conversation-screen/ChatMenu')).ChatMenu,
);

interface RoomListProps {
  space: SpaceRow;
  rooms: Rooms;
  openId: string | undefined;
  me: string;
}

/** The list pane. */
export function RoomList({ space, rooms, openId, me }: RoomListProps) {
  const { spaceId: sid, spaceName, avatar, identifier: owner, joinApplyCount = 0, guide } = localizeSpace(space);
  const all = useMemo(() => [...rooms.chat, ...rooms.other], [rooms]);
  const listed = useMemo(
    () => all.map((room) => ({ id: room.conversionId, unread: room.unread || Number(isMarked(room)) })),
    [all],
  );
  const tabs = useSpaceTabs();
  const [menu, setMenu] = useState<(ChatMenuTarget & { key: number }) | null>(null);
  const rowMenu = useRowMenu((row, anchor) =>
    setMenu({ conversationId: row.dataset['chat']!, row, anchor, key: performance.now() }),
  );
  useChatShortcuts(listed, openId, sid);
  const tabStop = all.some(({ conversionId }) => conversionId === openId) ? openId : all[0]?.conversionId;
  const sections = [
    { title: words.chat, rooms: rooms.chat },
    { title: words.other, rooms: rooms.other },
  ].filter((section) => section.rooms.length > 0);

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <Avatar identifier={sid} name={spaceName} src={avatar} size={32} />
        <h1 className={styles.title} dir="auto">
          {spaceName}
        </h1>
        <SpaceMenu space={space} isOwner={owner === me} />
      </header>
      <div className={styles.scroll}>
        {guide && (
          <Link className={styles.guide} to={paths.bot({ cid: guide.identifier })}>
            <Avatar identifier={guide.identifier} name={botName(guide.lastName)} src={guide.avatar} size={40} />
            <span className={styles.guideText}>
              <span className={styles.guideName}>{strings.guide.talk({ name: botName(guide.lastName) })}</span>
              <span className={styles.guideHint}>{strings.guide.hint}</span>
            </span>
          </Link>
        )}
        <nav aria-label={words.rooms} onKeyDown={moveFocus} {...rowMenu}>
          {sections.map((section) => (
            <section key={section.title} aria-label={section.title}>
              <h2 className={styles.sectionTitle}>{section.title}</h2>
              <ul>
                {section.rooms.map((room) => (
                  <li key={room.conversionId}>
                    <RoomRow
                      room={room}
                      isOpen={room.conversionId === openId}
                      isTabStop={room.conversionId === tabStop}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        {all.length === 0 && <EmptyState Icon={HashIcon} title={words.none} text={words.noneText} />}
        {joinApplyCount > 0 && owner === me && (
          <Link className={styles.requests} to={paths.joinRequests({ sid })}>
            <VisuallyHidden>{words.waiting({ count: joinApplyCount })}</VisuallyHidden>
            <PersonIcon />
            <span className={styles.name} aria-hidden="true">
              {words.requests}
            </span>
            <Badge count={joinApplyCount} />
          </Link>
        )}
        {tabs.map(({ key, title, Icon }) => (
          <Link key={key} className={styles.tab} to={paths.aboutSpace({ sid })}>
            <Icon />
            {title}
          </Link>
        ))}
        <Link className={styles.invite} to={paths.inviteToSpace({ sid })}>
          <PersonAddIcon />
          {words.invite}
        </Link>
      </div>
      {menu && <ChatMenu {...menu} isOpen={menu.conversationId === openId} />}
    </div>
  );
}

/** Whether the room is marked as unread, and no message is. */
const isMarked = ({ unread, userSetting }: ConversationRow): boolean => unread === 0 && !!userSetting?.markedUnread;

const icons = { manage: ShieldIcon, hidden: LockIcon, open: HashIcon };

/** Returns the kind of room: only the owner is in a manage room, and only invited people see a hidden one. */
const kindOf = ({ roomType, groupSetting }: ConversationRow): keyof typeof icons =>
  roomType === 'manage' ? 'manage' : groupSetting?.visibility === false ? 'hidden' : 'open';

function RoomRow({ room, isOpen, isTabStop }: { room: ConversationRow; isOpen: boolean; isTabStop: boolean }) {
  const { conversionId, spaceId, unread, mentions, userSetting } = room;
  const name = roomName(room);
  const kind = kindOf(room);
  const Icon = icons[kind];
  const marked = isMarked(room);
  const unreadText = marked ? strings.markedUnread({ name }) : strings.unread({ name, count: unread, mentions });
  return (
    <Link
      to={paths.room({ sid: spaceId, cid: conversionId })}
      className={styles.row}
      data-chat={conversionId}
      draggable={false}
      aria-current={isOpen ? 'page' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-unread={unread > 0 || marked || undefined}
    >
      <VisuallyHidden>{kind === 'open' ? unreadText : words.hiddenRoom({ room: unreadText })}</VisuallyHidden>
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <span className={styles.name} dir="auto" aria-hidden="true">
        {name}
      </span>
      <MentionBadge count={mentions} />
      <Badge count={unread || Number(marked)} muted={userSetting?.noDisturb ?? false} marked={marked} />
    </Link>
  );
}
