// One contact: status, remark and actions.
import { useAsk } from '@amber/client/ask';
import { useAskContact } from '@amber/client/askContact';
import { copyText } from '@amber/client/copyText';
import { api, engine } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { Contact } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { AskDialog } from '@amber/ui/AskDialog';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Confirm } from '@amber/ui/Confirm';
import { BackIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { SavedField } from '@amber/conversation-screen/SavedField';
import { contactName } from './contactName.ts';
import { isAsked, type LiveKnown } from './known.ts';
import { words } from '../words/gen/contacts.ts';
import { useActs } from './useActs.ts';
import styles from './ContactDetail.module.css';

interface ContactDetailProps {
  identifier: string;
  live: LiveKnown;
  me: string;
}

/** The detail pane. Fetches people who are not in the local database. */
export function ContactDetail({ identifier, live, me }: ContactDetailProps) {
  if (identifier === me) return <Navigate to={paths.profile({ identifier })} replace />;
  if (live.status === 'loading')
    return (
      <Frame>
        <Skeleton look="lines" rows={4} />
      </Frame>
    );
  const here =
    live.status === 'ready' ? live.rows.contacts.find((contact) => contact.identifier === identifier) : undefined;
  const waits = live.status === 'ready' && isAsked(live.rows, me, identifier);
  return here ? <Person contact={here} waits={waits} /> : <Stranger identifier={identifier} waits={waits} />;
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

function Stranger({ identifier, waits }: { identifier: string; waits: boolean }) {
  const [asked, again] = useAsk(() => api.contact.getDetail({ identifier }), [identifier]);
  if (asked.status === 'loading')
    return (
      <Frame>
        <Skeleton look="lines" rows={4} />
      </Frame>
    );
  if (asked.status === 'error')
    return (
      <Frame>
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={again} />
      </Frame>
    );
  return <Person contact={asked.answer.contact!} waits={waits} />;
}

/** The dialog that is open. */
type Question = 'remove' | 'block' | 'add' | null;

/** `waits`: my request is pending. */
function Person({ contact, waits }: { contact: Contact; waits: boolean }) {
  const { identifier, status, remarkName, lastName, avatar } = contact;
  const navigate = useNavigate();
  const [busy, act] = useActs();
  const [asking, ask] = useAskContact();
  const [question, setQuestion] = useState<Question>(null);
  const name = contactName(contact);

  const write = () =>
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
              look="primary"
              busy={busy === 'unblock'}
              onClick={() => void act('unblock', () => api.contact.unblock({ identifier }))}
            >
              {words.unblock}
            </Button>
          ) : (
            <Button
              look={status === 'normal' ? 'primary' : 'plain'}
              busy={busy === 'message'}
              onClick={() => void write()}
            >
              {words.message}
            </Button>
          )}
          {status === 'delete' &&
            (waits ? (
              <Button disabled>{words.requested}</Button>
            ) : (
              <Button look="primary" onClick={() => setQuestion('add')}>
                {words.addPerson}
              </Button>
            ))}
          <ButtonLink look="quiet" to={paths.profile({ identifier })}>
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
          <Button look="quiet" onClick={() => void copyText(identifier)}>
            {words.copy}
          </Button>
        </div>
      </section>
      {status !== 'black' && (
        <div className={styles.danger}>
          {status === 'normal' && (
            <Button
              look="quiet"
              className={styles.dangerous}
              busy={busy === 'remove'}
              onClick={() => setQuestion('remove')}
            >
              {words.remove}
            </Button>
          )}
          <Button
            look="quiet"
            className={styles.dangerous}
            busy={busy === 'block'}
            onClick={() => setQuestion('block')}
          >
            {words.block}
          </Button>
        </div>
      )}
      <Confirm
        open={question === 'remove'}
        title={words.removeTitle({ name })}
        text={words.removeText({ name })}
        action={words.remove}
        onCancel={() => setQuestion(null)}
        onConfirm={() => void act('remove', () => api.contact.delete({ identifier }))}
      />
      <Confirm
        open={question === 'block'}
        title={words.blockTitle({ name })}
        text={words.blockText({ name })}
        action={words.block}
        onCancel={() => setQuestion(null)}
        onConfirm={() => void act('block', () => api.contact.block({ identifier }))}
      />
      {question === 'add' && (
        <AskDialog
          name={name}
          maxLength={limits.applyMessageMax}
          busy={asking}
          onClose={() => setQuestion(null)}
          onAsk={(message) => ask({ identifier, name }, message)}
        />
      )}
    </Frame>
  );
}
