// The details of a chat: its members and settings.
import type { ConversationRow } from '@amber/client/rows';
import { paths } from '@amber/client/paths';
import { BackLink } from '@amber/ui/BackLink';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { useLayer } from '@amber/ui/useLayer';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AllMembers } from './AllMembers.tsx';
import { ChatSettings } from './ChatSettings.tsx';
import { GroupDetails } from './GroupDetails.tsx';
import { RoomDetails } from './RoomDetails.tsx';
import { useGroup } from './useGroup.ts';
import { words } from '../words/gen/details.ts';
import styles from './DetailPanel.module.css';

interface DetailPanelProps {
  conversation: ConversationRow;
  me: string;
}

/**
 * The panel 'Details'. Escape closes it, or goes back to it from the list of all members; the URL decides which is
 * open.
 */
export function DetailPanel({ conversation, me }: DetailPanelProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const pathParams = { cid: conversation.conversionId, sid: conversation.spaceId };
  const showsAll = conversation.type === 'group' && search.get('details') === 'members';
  const close = () => navigate(paths.conversation(pathParams));
  const layer = useLayer<HTMLElement>(() =>
    showsAll ? navigate(paths.details(pathParams), { replace: true }) : close(),
  );
  return (
    <aside {...layer} className={styles.panel} aria-label={words.details}>
      <header className={styles.header}>
        {showsAll && <BackLink to={paths.details(pathParams)} label={words.backToDetails} />}
        <h2 className={styles.title}>{showsAll ? words.allMembers : words.details}</h2>
        <IconButton label={words.close} Icon={CloseIcon} onClick={close} />
      </header>
      {showsAll ? (
        <EveryMember conversation={conversation} me={me} />
      ) : (
        <div className={styles.scroll}>
          <Details conversation={conversation} me={me} />
        </div>
      )}
    </aside>
  );
}

function EveryMember({ conversation, me }: DetailPanelProps) {
  const { list } = useGroup(conversation, me);
  return <AllMembers conversationId={conversation.conversionId} {...list} />;
}

function Details({ conversation, me }: DetailPanelProps) {
  if (conversation.type !== 'group') return <ChatSettings conversation={conversation} />;
  return conversation.spaceId ? (
    <RoomDetails conversation={conversation} me={me} />
  ) : (
    <GroupDetails conversation={conversation} me={me} />
  );
}
