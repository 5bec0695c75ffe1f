// Who the conversation is with, the way back, and how it is protected.
import { paths } from '@amber/client/paths';
import { Avatar } from '@amber/ui/Avatar';
import { BackIcon, BrokenLockIcon, InfoIcon } from '@amber/ui/icons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Face } from './conversationFace.ts';
import { SecurityDialog } from './SecurityDialog.tsx';
import { strings } from './strings.ts';
import styles from './ConversationHeader.module.css';

/** The header; its heading is the conversation's name. Without a face there is the way back alone. */
export function ConversationHeader({ face }: { face?: Face }) {
  return (
    <header className={styles.header}>
      <Link className={styles.back} to={paths.chats()} aria-label={strings.back}><BackIcon /></Link>
      {face ? <Person face={face} /> : <h1 className={styles.name}>{strings.chat}</h1>}
    </header>
  );
}

function Person({ face }: { face: Face }) {
  const [security, setSecurity] = useState(false);
  return (
    <>
      <Avatar identifier={face.identifier} name={face.name} src={face.avatar} size={40} />
      <h1 className={styles.name}>{face.name}</h1>
      <button type="button" className={styles.security} onClick={() => setSecurity(true)}>
        <BrokenLockIcon />
        {strings.notEncrypted}
      </button>
      <Link className={styles.details} to={paths.chatDetails({ cid: face.id })} aria-label={strings.details} title={strings.details}><InfoIcon /></Link>
      <SecurityDialog open={security} onOpenChange={setSecurity} />
    </>
  );
}
