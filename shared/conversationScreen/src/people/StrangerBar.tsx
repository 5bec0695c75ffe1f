// The bar above a chat that somebody else has begun who is no contact: add or block that person, or just reply.
import { effectiveRequestStatus } from '@amber/client/contactRequests';
import { useLive } from '@amber/client/live';
import { useContactRequest } from '@amber/client/useContactRequest';
import { ContactRequestDialog } from '@amber/ui/ContactRequestDialog';
import { useState } from 'react';
import { BlockPerson } from '../kit/BlockPerson.tsx';
import { messagesInOrder } from '../kit/messagesInOrder.ts';
import { words } from '../words/gen/stranger.ts';
import styles from './StrangerBar.module.css';

/** A chat with more messages and no reply is read as one whose older messages are not on this device. */
const checkedMessages = 200;

interface StrangerBarProps {
  /** Whether the other person has written last. */
  open: boolean;
  conversationId: string;
  person: { identifier: string; name: string };
  me: string;
}

/** Whether the person has written here, is no contact, and has neither a reply nor a contact request. */
function useIsStranger({ conversationId, person: { identifier }, me }: StrangerBarProps): boolean {
  const live = useLive(
    async (db) => {
      const [contact, request] = await Promise.all([
        db.contacts.get(identifier),
        db.applies.get(`${me}/${identifier}`),
      ]);
      const isKnown = contact !== undefined && contact.status !== 'delete';
      if (isKnown || (request && effectiveRequestStatus(request, Date.now()) === 'applying')) return false;
      const first = await messagesInOrder(db, conversationId).limit(checkedMessages).toArray();
      const isBy = (author: string) => first.some(({ content }) => content.sender?.identifier === author);
      return first.length < checkedMessages && isBy(identifier) && !isBy(me);
    },
    [conversationId, identifier, me],
  );
  return live.status === 'ready' && live.rows;
}

export function StrangerBar(props: StrangerBarProps) {
  const { open, person } = props;
  const isStranger = useIsStranger(props);
  const [dialog, setDialog] = useState<'add' | 'block' | null>(null);
  const [busy, ask] = useContactRequest();
  const close = () => setDialog(null);
  return (
    <>
      {open && isStranger && (
        <section className={styles.bar} aria-label={words.notContact}>
          <p className={styles.text}>{words.notContact}</p>
          <button type="button" className={styles.add} aria-haspopup="dialog" onClick={() => setDialog('add')}>
            {words.add}
          </button>
          <button type="button" className={styles.block} aria-haspopup="dialog" onClick={() => setDialog('block')}>
            {words.block}
          </button>
        </section>
      )}
      {dialog === 'add' && (
        <ContactRequestDialog
          name={person.name}
          busy={busy}
          onClose={close}
          onSend={(message) => ask(person, message)}
        />
      )}
      <BlockPerson open={dialog === 'block'} identifier={person.identifier} name={person.name} onClose={close} />
    </>
  );
}
