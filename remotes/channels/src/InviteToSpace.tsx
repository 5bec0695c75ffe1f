// Bringing others into a space: a link, the same as a QR code, and the people to send it to.
import { useAct } from '@amber/client/act';
import { engine, newMessageId, showToast } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { useLeft } from '@amber/conversation/screen/useLeft';
import { PeoplePicker, type PickedPerson } from '@amber/conversation/screen/PeoplePicker';
import type { Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { CopyIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { QrCode } from '@amber/ui/QrCode';
import { Skeleton } from '@amber/ui/Skeleton';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { copyLink } from './copyLink.ts';
import { strings } from './strings.ts';
import { useSpace } from './useSpace.ts';
import styles from './InviteToSpace.module.css';

const words = strings.invite;

/** The page at /channels/invite/:sid. */
export function InviteToSpace({ sid }: { sid: string }) {
  const [state, again] = useSpace(sid);
  useLeft({ sid });
  if (state.status === 'stranger') return <Navigate to={paths.aboutSpace({ sid })} replace />;
  return (
    <Page
      title={words.title} before={<BackLink to={paths.space({ sid })} label={strings.settings.back} />}
      {...(state.status === 'ready' && { lead: words.lead(state.space.spaceName) })}
    >
      {state.status === 'loading' && <Skeleton rows={4} look="lines" />}
      {state.status === 'error' && <Notice sentence={state.fault.message} code={state.fault.code} onRetry={again} />}
      {state.status === 'ready' && <Invitation space={state.space} />}
    </Page>
  );
}

function Invitation({ space: { spaceId, spaceName } }: { space: Space }) {
  const inviterId = useSession()?.identifier ?? '';
  const link = `${location.origin}${limits.basePath}${paths.joinSpace({ sid: spaceId, inviterId })}`;
  const [chosen, setChosen] = useState<PickedPerson[]>([]);
  const [busy, act] = useAct();
  // Whoever is in it needs no invitation.
  const live = useLive(async (db) => {
    const rooms = await db.conversations.where({ spaceId }).primaryKeys();
    return new Set((await db.members.where('conversionId').anyOf(rooms).toArray()).map(({ identifier }) => identifier));
  }, [spaceId]);
  const send = () => act(async () => {
    for (const { identifier } of chosen) {
      const { conversationId } = await engine.openPrivateChat({ identifier });
      await engine.send({ id: newMessageId(), conversationId, type: 'text', body: { text: words.text(spaceName, link) } });
    }
    showToast('success', words.sent(chosen.length));
    setChosen([]);
  });
  return (
    <>
      <section className={styles.invitation} aria-label={words.link}>
        <QrCode text={link} label={words.qr} size={176} />
        <div className={styles.words}>
          <code className={styles.link}>{link}</code>
          <div><Button look="primary" onClick={() => void copyLink(link)}><CopyIcon />{words.copy}</Button></div>
        </div>
      </section>
      <section className={styles.people} aria-label={words.people}>
        <h2 className={styles.title}>{words.people}</h2>
        <PeoplePicker chosen={chosen} onChange={setChosen} {...(live.status === 'ready' && { without: live.rows })} />
        <div><Button busy={busy} disabled={chosen.length === 0} onClick={() => void send()}>{words.send(chosen.length)}</Button></div>
      </section>
    </>
  );
}
