// The page behind a slap link: who sent it, and a button to slap back.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/hostEngine';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { UserInfo } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { SoundIcon } from '@amber/ui/fileIcons';
import { SlapIcon } from '@amber/ui/personIcons';
import { displayName } from '@amber/ui/personName';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { sendSlap } from '../profile/sendSlap.ts';
import { isSoundOn, playSlap, setSound } from './slapSound.ts';
import { OpenLayout } from './OpenLayout.tsx';
import { words } from '../words/gen/slap.ts';
import { useOnline } from '../kit/useOnline.ts';
import styles from './Slap.module.css';

/** Resolves to the sender of the link; null when there is no such person. */
async function findSender(from: string): Promise<UserInfo | null> {
  if (!from) return null;
  try {
    return (await api.circle.getUserInfo({ identifier: from })).userInfo;
  } catch (thrown) {
    if (Fault.of(thrown).code !== 'NO_AUTH') throw thrown;
    return null;
  }
}

/** The page at /slap?from=…. */
export function Slap() {
  const from = useSearchParams()[0].get('from') ?? '';
  const [request, refetch] = useQuery(() => findSender(from), [from]);
  return (
    <OpenLayout title={words.title}>
      <main className={styles.page}>
        <QueryStatus request={request} refetch={refetch} rows={2} />
        {request.status === 'ready' &&
          (request.answer ? (
            <SlapFrom person={request.answer} />
          ) : (
            <Card title={words.nobody} text={words.nobodyText}>
              <ButtonLink variant="primary" to={paths.landing()}>
                {words.home}
              </ButtonLink>
            </Card>
          ))}
      </main>
    </OpenLayout>
  );
}

function Card({
  person,
  name = '',
  isMine = false,
  title,
  text,
  notice,
  children,
}: {
  person?: UserInfo;
  /** The person's name as the user knows them. */
  name?: string;
  /** The user slaps back: the hand moves, not the face. */
  isMine?: boolean;
  title: string;
  text: string;
  notice?: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.card}>
      {person && (
        <span className={styles.face} data-given={isMine || undefined}>
          <Avatar identifier={person.identifier} name={name} src={person.avatar} size={96} />
          <span className={styles.hand}>
            <SlapIcon />
          </span>
        </span>
      )}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {notice && (
        <p className={styles.notice} role="alert">
          {notice}
        </p>
      )}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

function SlapFrom({ person }: { person: UserInfo }) {
  const { identifier } = person;
  const name = displayName(person, useRemarks());
  const session = useSession();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  const [chat, setChat] = useState('');
  const [hasSound, setHasSound] = useState(isSoundOn);
  const returnPath = paths.slap({ from: identifier });

  const slapBack = async () => {
    setBusy(true);
    setNotice('');
    try {
      const { conversationId, refused } = await sendSlap(identifier);
      if (refused) return setNotice(getErrorMessage(new Fault(refused)));
      if (hasSound) playSlap();
      setChat(conversationId);
    } catch (thrown) {
      setNotice(getErrorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => setNotice(words.copied),
      () => setNotice(words.copyFailed),
    );

  if (session?.identifier === identifier) {
    return (
      <Card person={person} name={name} title={words.own} text={words.ownText} notice={notice}>
        <Button variant="primary" onClick={() => void copy()}>
          {words.copy}
        </Button>
      </Card>
    );
  }
  if (chat) {
    return (
      <Card key="done" person={person} name={name} isMine title={words.done({ name })} text={words.doneText}>
        <ButtonLink variant="primary" to={paths.chat({ cid: chat })}>
          {words.openChat}
        </ButtonLink>
      </Card>
    );
  }
  return (
    <Card
      person={person}
      name={name}
      title={words.slappedYou({ name })}
      text={words.text}
      notice={notice || (online ? '' : words.offline)}
    >
      {session?.avatar ? (
        <>
          <Button variant="primary" busy={busy} onClick={() => void slapBack()}>
            <SlapIcon />
            {words.back}
          </Button>
          <Button
            variant="quiet"
            aria-pressed={hasSound}
            onClick={() => {
              setSound(!hasSound);
              setHasSound(!hasSound);
            }}
          >
            <SoundIcon />
            {hasSound ? words.soundOn : words.soundOff}
          </Button>
        </>
      ) : (
        <ButtonLink variant="primary" to={paths.loginAndBack({ from: returnPath })}>
          <SlapIcon />
          {words.signIn}
        </ButtonLink>
      )}
    </Card>
  );
}
