// The actions to leave a group or to disband it for everybody.
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { useState } from 'react';
import { words } from '../words/gen/details.ts';
import type { SendCommand } from '../kit/useCommand.ts';
import styles from './DetailPanel.module.css';

interface LeaveGroupProps {
  isOwner: boolean;
  isAlone: boolean;
  sendCommand: SendCommand;
}

/**
 * An owner who is not alone must hand over the group first; the section then explains this instead of offering to
 * leave.
 */
export function LeaveGroup({ isOwner, isAlone, sendCommand }: LeaveGroupProps) {
  const [openDialog, setOpenDialog] = useState<'' | 'quit' | 'dismiss'>('');
  const closeDialog = () => setOpenDialog('');
  return (
    <section className={styles.leave}>
      {isOwner && !isAlone ? (
        <p className={styles.hint}>{words.ownerQuitText}</p>
      ) : (
        !isOwner && (
          <Button className={styles.danger} onClick={() => setOpenDialog('quit')}>
            {words.quit}
          </Button>
        )
      )}
      {isOwner && (
        <Button className={styles.danger} onClick={() => setOpenDialog('dismiss')}>
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
