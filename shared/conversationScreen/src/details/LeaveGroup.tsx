// The ways out of a group: leave it, or dismiss it for everybody.
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { useState } from 'react';
import { words } from '../words/gen/details.ts';
import type { GiveCommand } from '../kit/useCommand.ts';
import styles from './DetailPanel.module.css';

interface LeaveGroupProps {
  isOwner: boolean;
  isAlone: boolean;
  give: GiveCommand;
}

/** An owner who is not alone hands over first: leaving is then explained, not offered. */
export function LeaveGroup({ isOwner, isAlone, give }: LeaveGroupProps) {
  const [asking, setAsking] = useState<'' | 'quit' | 'dismiss'>('');
  const done = () => setAsking('');
  return (
    <section className={styles.leave}>
      {isOwner && !isAlone ? (
        <p className={styles.hint}>{words.ownerQuitText}</p>
      ) : (
        !isOwner && (
          <Button className={styles.danger} onClick={() => setAsking('quit')}>
            {words.quit}
          </Button>
        )
      )}
      {isOwner && (
        <Button className={styles.danger} onClick={() => setAsking('dismiss')}>
          {words.dismiss}
        </Button>
      )}
      <Confirm
        open={asking === 'quit'}
        title={words.quitTitle}
        text={words.quitText}
        action={words.quit}
        onCancel={done}
        onConfirm={() => give('quitMember', {})}
      />
      <Confirm
        open={asking === 'dismiss'}
        title={words.dismissTitle}
        text={words.dismissText}
        action={words.dismiss}
        onCancel={done}
        onConfirm={() => give('dismissGroup', {})}
      />
    </section>
  );
}
