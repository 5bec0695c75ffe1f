// A member in the panel of a group, with the private chat if there is one.
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { type ConversationRow, otherPerson } from '@amber/client/rows';
import { useAction } from '@amber/client/useAction';
import { ChatsIcon } from '@amber/ui/icons';
import { personName } from '@amber/ui/personName';
import { Skeleton } from '@amber/ui/Skeleton';
import { useNavigate } from 'react-router-dom';
import { memberName } from '../people/useMembers.ts';
import { words } from '../words/gen/details.ts';
import { words as strings } from '../words/gen/screen.ts';
import { PersonCard } from './PersonCard.tsx';
import { RoundAction } from './RoundAction.tsx';

interface MemberDetailsProps {
  conversation: ConversationRow;
  identifier: string;
  me: string;
}

/** A former member, who has written messages, is shown as well. */
export function MemberDetails({ conversation: { conversionId }, identifier, me }: MemberDetailsProps) {
  const navigate = useNavigate();
  const [busy, act] = useAction();
  const live = useLive(
    async (db) => {
      const [contact, members, chats] = await Promise.all([
        db.contacts.get(identifier),
        db.members.where('conversionId').equals(conversionId).toArray(),
        db.conversations.where('type').equals('private').toArray(),
      ]);
      return {
        contact,
        member: members.find((member) => member.identifier === identifier),
        chat: chats.find((chat) => otherPerson(chat, me)?.identifier === identifier),
      };
    },
    [conversionId, identifier, me],
  );
  if (live.status === 'loading') return <Skeleton rows={6} />;
  const { contact, member, chat } =
    live.status === 'ready' ? live.rows : { contact: undefined, member: undefined, chat: undefined };
  const known = contact ?? member;
  const ownName = personName((member && memberName({ ...member, remarkName: '' })) || known?.lastName || '');
  const openChat = () =>
    act(async () => {
      const { conversationId } = await engine.openPrivateChat({ identifier });
      await navigate(paths.chat({ cid: conversationId }));
    });
  return (
    <PersonCard
      identifier={identifier}
      name={contact?.remarkName || member?.remarkName || ownName || strings.someone}
      ownName={ownName || strings.someone}
      avatar={known?.avatar ?? ''}
      me={me}
      chat={chat}
      actions={
        identifier !== me && (
          <RoundAction label={words.message} Icon={ChatsIcon} disabled={busy} onClick={() => void openChat()} />
        )
      }
    />
  );
}
