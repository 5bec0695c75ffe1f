// The details of a private chat: the person, the most frequent actions, safety, what one has in common, and danger last.
import { api } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { type ConversationRow, otherPerson } from '@amber/client/rows';
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { BlockIcon } from '@amber/ui/chatMenuIcons';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { PersonIcon, SettingsIcon } from '@amber/ui/icons';
import { personName } from '@amber/ui/personName';
import { useState } from 'react';
import { BlockPerson } from '../kit/BlockPerson.tsx';
import { conversationProfile } from '../kit/conversationProfile.ts';
import { words as menuWords } from '../words/gen/chatMenu.ts';
import { words } from '../words/gen/details.ts';
import { ChatActions } from './ChatActions.tsx';
import { CommonPlaces } from './CommonPlaces.tsx';
import { DeleteChatButton } from './DeleteChatButton.tsx';
import { EditableName } from './EditableName.tsx';
import { fromDetails } from './fromDetails.ts';
import { PanelRow } from './PanelRow.tsx';
import { RoundAction } from './RoundAction.tsx';
import { SecurityRow } from './SecurityRow.tsx';
import styles from './DetailPanel.module.css';

export function PersonDetails({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const path = { cid: conversation.conversionId };
  const profile = conversationProfile(conversation, me);
  // Absent in the chat with oneself.
  const other = otherPerson(conversation, me);
  const [isBlocking, setIsBlocking] = useState(false);
  const [busy, act] = useAction();
  const identifier = other?.identifier ?? me;
  const contact = useLive((db) => db.contacts.get(identifier), [identifier]);
  const { status, remarkName = '' } = (contact.status === 'ready' && contact.rows) || {};
  const person = useQuery(
    async () => (await api.user.getUserInfoByIdentifier({ identifier })).userInfo,
    [identifier],
  )[0];
  const bio = person.status === 'ready' ? person.answer?.bio : '';
  const ownName = personName(other?.lastName ?? '') || profile.name;
  return (
    <>
      <section className={styles.face}>
        <Avatar identifier={profile.identifier} name={profile.name} src={profile.avatar} size={96} />
        {other ? (
          <EditableName
            name={profile.name}
            value={remarkName}
            label={words.personRemark({ name: ownName })}
            hint={words.remarkHint}
            maxLength={limits.nameMax}
            optional
            onSave={(next) => act(() => api.contact.setRemark({ identifier, remarkName: next }))}
          />
        ) : (
          <p className={styles.faceName} dir="auto">
            {profile.name}
          </p>
        )}
        {profile.originalName && <p className={styles.faceNote}>{words.ownName({ name: profile.originalName })}</p>}
        {bio && <p className={styles.bio}>{bio}</p>}
        <ChatActions conversation={conversation} path={paths.chat(path)}>
          {other &&
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
        </ChatActions>
      </section>
      <SecurityRow conversation={conversation} me={me} />
      {other && <CommonPlaces identifier={identifier} />}
      <PanelRow
        Icon={SettingsIcon}
        title={words.settings}
        note={words.settingsNotes.own}
        opens={paths.chatSettings(path)}
        state={fromDetails}
      />
      <section className={styles.leave}>
        {status === 'normal' && (
          <ConfirmButton
            variant="quiet"
            className={styles.danger}
            title={words.removeContactTitle({ name: profile.name })}
            text={words.removeContactText({ name: profile.name })}
            action={words.removeContact}
            onConfirm={() => act(() => api.contact.delete({ identifier }))}
          />
        )}
        <DeleteChatButton conversation={conversation} me={me} />
      </section>
      <BlockPerson open={isBlocking} identifier={identifier} name={profile.name} onClose={() => setIsBlocking(false)} />
    </>
  );
}
