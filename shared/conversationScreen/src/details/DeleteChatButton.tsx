// The action that removes a chat from the list, in its panel.
import { paths } from '@amber/client/paths';
import type { ConversationRow } from '@amber/client/rows';
import { Button } from '@amber/ui/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { conversationProfile } from '../kit/conversationProfile.ts';
import { DeleteChat } from '../kit/DeleteChat.tsx';
import { words } from '../words/gen/chatMenu.ts';
import styles from './DetailPanel.module.css';

/** Asks first, and returns to the list. */
export function DeleteChatButton({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <Button variant="quiet" className={styles.danger} onClick={() => setIsDeleting(true)}>
        {words.delete}
      </Button>
      <DeleteChat
        open={isDeleting}
        conversationId={conversation.conversionId}
        name={conversationProfile(conversation, me).name}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => navigate(paths.chats())}
      />
    </>
  );
}
