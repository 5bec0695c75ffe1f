// The details of a private chat: the person, the settings, and danger last.
import { api } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { type ConversationRow, otherPerson } from '@amber/client/rows';
import { useAction } from '@amber/client/useAction';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { SettingsIcon } from '@amber/ui/icons';
import { personName } from '@amber/ui/personName';
import { conversationProfile } from '../kit/conversationProfile.ts';
import { words } from '../words/gen/details.ts';
import { DeleteChatButton } from './DeleteChatButton.tsx';
import { fromDetails } from './fromDetails.ts';
import { PanelRow } from './PanelRow.tsx';
import { PersonCard } from './PersonCard.tsx';
import styles from './DetailPanel.module.css';

export function PersonDetails({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const path = { cid: conversation.conversionId };
  const { name, avatar } = conversationProfile(conversation, me);
  // Absent in the chat with oneself.
  const other = otherPerson(conversation, me);
  const [, act] = useAction();
  const identifier = other?.identifier ?? me;
  const contact = useLive((db) => db.contacts.get(identifier), [identifier]);
  const isContact = contact.status === 'ready' && contact.rows?.status === 'normal';
  return (
    <>
      <PersonCard
        identifier={identifier}
        name={name}
        ownName={personName(other?.lastName ?? '') || name}
        avatar={avatar}
        me={me}
        chat={conversation}
        path={paths.chat(path)}
      />
      <PanelRow
        Icon={SettingsIcon}
        title={words.settings}
        note={words.settingsNotes.own}
        opens={paths.chatSettings(path)}
        state={fromDetails}
      />
      <section className={styles.leave}>
        {isContact && (
          <ConfirmButton
            variant="quiet"
            className={styles.danger}
            title={words.removeContactTitle({ name })}
            text={words.removeContactText({ name })}
            action={words.removeContact}
            onConfirm={() => act(() => api.contact.delete({ identifier }))}
          />
        )}
        <DeleteChatButton conversation={conversation} me={me} />
      </section>
    </>
  );
}
