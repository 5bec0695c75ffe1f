// One contact: status, remark and actions.
import { useQuery } from '@amber/client/useQuery';
import { useContactRequest } from '@amber/client/useContactRequest';
import { copyText } from '@amber/client/copyText';
import { api, engine } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import type { Contact } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { ContactRequestDialog } from '@amber/ui/ContactRequestDialog';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { BackIcon } from '@amber/ui/icons';
import { Skeleton } from '@amber/ui/Skeleton';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { SavedField } from '@amber/conversation-screen/SavedField';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { contactName } from './contactName.ts';
import { hasPendingRequest, type LiveContactData } from './contactData.ts';
import { words } from '../words/gen/contacts.ts';
import { useKeyedAct } from '../useKeyedAct.ts';
import styles from './ContactDetail.module.css';

interface ContactDetailProps {
  identifier: string;
  live: LiveContactData;
  me: string;
}

/** The detail pane. Fetches people who are not in the local database. */
export function ContactDetail({ identifier, live, me }: ContactDetailProps) {
  if (identifier === me) return <Navigate to={paths.profile({ identifier })} replace />;
  if (live.status === 'loading')
    return (
      <Frame>
        <Skeleton variant="lines" rows={4} />
      </Frame>
    );
  const stored =
    live.status === 'ready' ? live.rows.contacts.find((contact) => contact.identifier === identifier) : undefined;
  const isRequested = live.status === 'ready' && hasPendingRequest(live.rows, me, identifier);
  return stored ? (
    <Person contact={stored} isRequested={isRequested} />
  ) : (
    <Stranger identifier={identifier} isRequested={isRequested} />
  );
}

/** The pane's frame, with a back link on narrow screens. */
function Frame({ name = words.contacts, children }: { name?: string; children: ReactNode }) {
  return (
    <div className={styles.pane} role="region" aria-label={name} tabIndex={-1}>
      <header className={styles.header}>
        <Link className={styles.back} to={paths.contacts()} aria-label={words.back}>
          <BackIcon />
        </Link>
      </header>
      <div className={styles.scroll}>
        <div className={styles.page}>{children}</div>
      </div>
    </div>
  );
}

function Stranger({ identifier, isRequested }: { identifier: string; isRequested: boolean }) {
  const [request, refetch] = useQuery(() => api.contact.getDetail({ identifier }), [identifier]);
  if (request.status !== 'ready')
    return (
      <Frame>
        <QueryStatus request={request} refetch={refetch} variant="lines" rows={4} />
      </Frame>
    );
  return <Person contact={request.answer.contact!} isRequested={isRequested} />;
}

/** `isRequested`: my request is pending. */
function Person({ contact, isRequested }: { contact: Contact; isRequested: boolean }) {
  const { identifier, status, remarkName, lastName, avatar } = contact;
  const navigate = useNavigate();
  const [busy, act] = useKeyedAct();
  const [asking, ask] = useContactRequest();
  const [isAdding, setIsAdding] = useState(false);
  const name = contactName(contact);

  const openChat = () =>
    act('message', async () => {
      const { conversationId } = await engine.openPrivateChat({ identifier });
      navigate(paths.chat({ cid: conversationId }));
    });

  return (
    <Frame name={name}>
      <div className={styles.face}>
        <Avatar identifier={identifier} name={name} src={avatar} size={72} />
        <h1 className={styles.name} dir="auto">
          {name}
        </h1>
        {remarkName && lastName && lastName !== remarkName && (
          <p className={styles.note}>{words.ownName({ name: lastName })}</p>
        )}
        <p className={styles.note}>
          {{ normal: words.isContact, delete: words.isNone, black: words.isBlocked }[status]}
        </p>
        <div className={styles.actions}>
          {status === 'black' ? (
            <Button
              variant="primary"
              busy={busy === 'unblock'}
              onClick={() => void act('unblock', () => api.contact.unblock({ identifier }))}
            >
              {words.unblock}
            </Button>
          ) : (
            <Button
              variant={status === 'normal' ? 'primary' : 'plain'}
              busy={busy === 'message'}
              onClick={() => void openChat()}
            >
              {words.message}
            </Button>
          )}
          {status === 'delete' &&
            (isRequested ? (
              <Button disabled>{words.requested}</Button>
            ) : (
              <Button variant="primary" onClick={() => setIsAdding(true)}>
                {words.addPerson}
              </Button>
            ))}
          <ButtonLink variant="quiet" to={paths.profile({ identifier })}>
            {words.profile}
          </ButtonLink>
        </div>
      </div>
      <section className={styles.card} aria-label={words.remark}>
        <SavedField
          key={remarkName}
          label={words.remark}
          hint={words.remarkHint}
          value={remarkName}
          maxLength={limits.nameMax}
          optional
          onSave={(next) => void act('remark', () => api.contact.setRemark({ identifier, remarkName: next }))}
        />
      </section>
      <section className={styles.card} aria-label={words.identifier}>
        <div className={styles.line}>
          <div className={styles.field}>
            <span className={styles.label}>{words.identifier}</span>
            <code className={styles.code}>{identifier}</code>
          </div>
          <Button variant="quiet" onClick={() => void copyText(identifier)}>
            {words.copy}
          </Button>
        </div>
      </section>
      {status !== 'black' && (
        <div className={styles.danger}>
          {status === 'normal' && (
            <ConfirmButton
              variant="quiet"
              className={styles.dangerous}
              busy={busy === 'remove'}
              title={words.removeTitle({ name })}
              text={words.removeText({ name })}
              action={words.remove}
              onConfirm={() => void act('remove', () => api.contact.delete({ identifier }))}
            />
          )}
          <ConfirmButton
            variant="quiet"
            className={styles.dangerous}
            busy={busy === 'block'}
            title={words.blockTitle({ name })}
            text={words.blockText({ name })}
            action={words.block}
            onConfirm={() => void act('block', () => api.contact.block({ identifier }))}
          />
        </div>
      )}
      {isAdding && (
        <ContactRequestDialog
          name={name}
          busy={asking}
          onClose={() => setIsAdding(false)}
          onSend={(message) => ask({ identifier, name }, message)}
        />
      )}
    </Frame>
  );
}
