// The page behind a slap link: who sent it, and a button to slap back.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { UserInfo } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { SoundIcon } from '@amber/ui/fileIcons';
import { SlapIcon } from '@amber/ui/personIcons';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sendSlap } from '../profile/sendSlap.ts';
import { isSoundOn, playSlap, setSound } from './slapSound.ts';
import { OpenLayout } from './OpenLayout.tsx';
import { words } from '../words/gen/slap.ts';
import { useOnline } from '../kit/useOnline.ts';
import styles from './Slap.module.css';

/** Who sent the link; null when there is no such person. */
async function find(from: string): Promise<UserInfo | null> {
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
  const [asked, refetch] = useAsk(() => find(from), [from]);
  return (
    <OpenLayout title={words.title}>
      <main className={styles.page}>
        {asked.status === 'loading' && <Skeleton rows={2} />}
        {asked.status === 'error' && (
          <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={refetch} />
        )}
        {asked.status === 'ready' &&
          (asked.answer ? (
            <From person={asked.answer} />
          ) : (
            <Card title={words.nobody} text={words.nobodyText}>
              <ButtonLink look="primary" to={paths.landing()}>
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
  given = false,
  title,
  text,
  notice,
  children,
}: {
  person?: UserInfo;
  /** By me: the hand moves, not the face. */
  given?: boolean;
  title: string;
  text: string;
  notice?: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.card}>
      {person && (
        <span className={styles.face} data-given={given || undefined}>
          <Avatar identifier={person.identifier} name={person.lastName} src={person.avatar} size={96} />
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

function From({ person }: { person: UserInfo }) {
  const { identifier, lastName } = person;
  const session = useSession();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  const [chat, setChat] = useState('');
  const [hasSound, setHasSound] = useState(isSoundOn);
  const here = paths.slap({ from: identifier });

  const slapBack = async () => {
    setBusy(true);
    setNotice('');
    try {
      const { conversationId, refused } = await sendSlap(identifier);
      if (refused) return setNotice(sentenceOf(new Fault(refused)));
      if (hasSound) playSlap();
      setChat(conversationId);
    } catch (thrown) {
      setNotice(sentenceOf(thrown));
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
      <Card person={person} title={words.own} text={words.ownText} notice={notice}>
        <Button look="primary" onClick={() => void copy()}>
          {words.copy}
        </Button>
      </Card>
    );
  }
  if (chat) {
    return (
      <Card key="done" person={person} given title={words.done({ name: lastName })} text={words.doneText}>
        <ButtonLink look="primary" to={paths.chat({ cid: chat })}>
          {words.openChat}
        </ButtonLink>
      </Card>
    );
  }
  return (
    <Card
      person={person}
      title={words.slappedYou({ name: lastName })}
      text={words.text}
      notice={notice || (online ? '' : words.offline)}
    >
      {session?.avatar ? (
        <>
          <Button look="primary" busy={busy} onClick={() => void slapBack()}>
            <SlapIcon />
            {words.back}
          </Button>
          <Button
            look="quiet"
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
        <ButtonLink look="primary" to={paths.loginAndBack({ from: here })}>
          <SlapIcon />
          {words.signIn}
        </ButtonLink>
      )}
    </Card>
  );
}
