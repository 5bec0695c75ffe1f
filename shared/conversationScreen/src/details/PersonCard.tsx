// A person in the panel: who they are, the most frequent actions, safety, and what one has in common.
import { api } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import type { ConversationRow } from '@amber/client/rows';
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { BlockIcon } from '@amber/ui/chatMenuIcons';
import { PersonIcon } from '@amber/ui/icons';
import { type ReactNode, useState } from 'react';
import { BlockPerson } from '../kit/BlockPerson.tsx';
import { words as menuWords } from '../words/gen/chatMenu.ts';
import { words } from '../words/gen/details.ts';
import { ChatActions } from './ChatActions.tsx';
import { CommonPlaces } from './CommonPlaces.tsx';
import { EditableName } from './EditableName.tsx';
import { RoundAction } from './RoundAction.tsx';
import { SecurityRow } from './SecurityRow.tsx';
import styles from './DetailPanel.module.css';

interface PersonCardProps {
  identifier: string;
  /** The name to show: the user's remark, else the person's own. */
  name: string;
  /** The person's own name. */
  ownName: string;
  avatar: string;
  me: string;
  /** The private chat with the person; absent if this device has none. */
  chat?: ConversationRow | undefined;
  /** The path of that chat, if it is the one on screen: it can be searched. */
  path?: string;
  /** Further actions, before the others. */
  actions?: ReactNode;
}

export function PersonCard({ identifier, name, ownName, avatar, me, chat, path, actions }: PersonCardProps) {
  const isMe = identifier === me;
  const [isBlocking, setIsBlocking] = useState(false);
  const [busy, act] = useAction();
  const contact = useLive((db) => db.contacts.get(identifier), [identifier]);
  const { status, remarkName = '' } = (contact.status === 'ready' && contact.rows) || {};
  const person = useQuery(
    async () => (await api.user.getUserInfoByIdentifier({ identifier })).userInfo,
    [identifier],
  )[0];
  const bio = person.status === 'ready' ? person.answer?.bio : '';
  const allActions = (
    <>
      {actions}
      {!isMe &&
        (status === 'black' ? (
          <RoundAction
            label={menuWords.unblock}
            Icon={BlockIcon}
            disabled={busy}
            onClick={() => void act(() => api.contact.unblock({ identifier }))}
          />
        ) : (
          <RoundAction label={menuWords.block} Icon={BlockIcon} onClick={() => setIsBlocking(true)} />
        ))}
      <RoundAction label={words.profile} Icon={PersonIcon} to={paths.profile({ identifier })} />
    </>
  );
  return (
    <>
      <section className={styles.face}>
        <Avatar identifier={identifier} name={name} src={avatar} size={96} />
        {isMe ? (
          <p className={styles.faceName} dir="auto">
            {name}
          </p>
        ) : (
          <EditableName
            name={name}
            value={remarkName}
            label={words.personRemark({ name: ownName })}
            hint={words.remarkHint}
            maxLength={limits.nameMax}
            optional
            onSave={(next) => act(() => api.contact.setRemark({ identifier, remarkName: next }))}
          />
        )}
        {name !== ownName && <p className={styles.faceNote}>{words.ownName({ name: ownName })}</p>}
        {bio && <p className={styles.bio}>{bio}</p>}
        {chat ? (
          <ChatActions conversation={chat} path={path} hasOthers={!isMe}>
            {allActions}
          </ChatActions>
        ) : (
          <div className={styles.actions} role="group" aria-label={words.actions}>
            {allActions}
          </div>
        )}
      </section>
      {chat && <SecurityRow conversation={chat} me={me} />}
      {!isMe && <CommonPlaces identifier={identifier} />}
      <BlockPerson open={isBlocking} identifier={identifier} name={name} onClose={() => setIsBlocking(false)} />
    </>
  );
}
