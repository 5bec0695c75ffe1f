// The dangerous actions of a group: to remove it from the list, to leave it, or to disband it for everybody.
import type { ConversationRow } from '@amber/client/rows';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { useState } from 'react';
import { words } from '../words/gen/details.ts';
import type { SendCommand } from '../kit/useCommand.ts';
import { DeleteChatButton } from './DeleteChatButton.tsx';
import styles from './DetailPanel.module.css';

interface LeaveGroupProps {
  conversation: ConversationRow;
  me: string;
  isOwner: boolean;
  isAlone: boolean;
  sendCommand: SendCommand;
}

/**
 * An owner who is not alone must hand over the group first; the section then explains this instead of offering to
 * leave.
 */
export function LeaveGroup({ conversation, me, isOwner, isAlone, sendCommand }: LeaveGroupProps) {
  const [openDialog, setOpenDialog] = useState<'' | 'quit' | 'dismiss'>('');
  const closeDialog = () => setOpenDialog('');
  return (
    <section className={styles.leave}>
      <DeleteChatButton conversation={conversation} me={me} />
      {isOwner && !isAlone ? (
        <p className={styles.hint}>{words.ownerQuitText}</p>
      ) : (
        !isOwner && (
          <Button variant="quiet" className={styles.danger} onClick={() => setOpenDialog('quit')}>
            {words.quit}
          </Button>
        )
      )}
      {isOwner && (
        <Button variant="quiet" className={styles.danger} onClick={() => setOpenDialog('dismiss')}>
          {words.dismiss}
        </Button>
      )}
      <Confirm
        open={openDialog === 'quit'}
        title={words.quitTitle}
        text={words.quitText}
        action={words.quit}
        onCancel={closeDialog}
        onConfirm={() => sendCommand('quitMember', {})}
      />
      <Confirm
        open={openDialog === 'dismiss'}
        title={words.dismissTitle}
        text={words.dismissText}
        action={words.dismiss}
        onCancel={closeDialog}
        onConfirm={() => sendCommand('dismissGroup', {})}
      />
    </section>
  );
}
