// What stands beside a chat: who is in it and how it is set.
import type { ConversationRow } from '@amber/client/db';
import { paths } from '@amber/client/paths';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { useLayer } from '@amber/ui/useLayer';
import { useNavigate } from 'react-router-dom';
import { ChatSettings } from './ChatSettings.tsx';
import { GroupDetails } from './GroupDetails.tsx';
import { RoomDetails } from './RoomDetails.tsx';
import { words } from './strings.ts';
import styles from './DetailPanel.module.css';

interface DetailPanelProps {
  conversation: ConversationRow;
  me: string;
}

/** The panel 'Details'. Escape closes it; the address says whether it is open. */
export function DetailPanel({ conversation, me }: DetailPanelProps) {
  const navigate = useNavigate();
  const close = () => navigate(paths.conversation({ cid: conversation.conversionId, sid: conversation.spaceId }));
  const layer = useLayer<HTMLElement>(close);
  return (
    <aside {...layer} className={styles.panel} aria-label={words.details}>
      <header className={styles.header}>
        <h2 className={styles.title}>{words.details}</h2>
        <IconButton label={words.close} Icon={CloseIcon} onClick={close} />
      </header>
      <div className={styles.scroll}>
        <Details conversation={conversation} me={me} />
      </div>
    </aside>
  );
}

function Details({ conversation, me }: DetailPanelProps) {
  if (conversation.type !== 'group') return <ChatSettings conversation={conversation} />;
  return conversation.spaceId ? <RoomDetails conversation={conversation} me={me} /> : <GroupDetails conversation={conversation} me={me} />;
}
