// The link that leads into a space: what it is and who invites, also for whoever has not signed in yet.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import type { QuerySpaceDetailReply } from '@amber/proto';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { BrandMark, CompassIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { JoinButton } from './JoinButton.tsx';
import { SpaceFace } from './SpaceFace.tsx';
import { strings } from './strings.ts';
import styles from './JoinSpace.module.css';

const words = strings.join;

/** The page at /spaces/:sid/join. */
export function JoinSpace({ sid }: { sid: string }) {
  const isFramed = Boolean(useSession()?.avatar);
  const [query] = useSearchParams();
  const inviterId = query.get('inviterId') ?? '';
  const [asked, askAgain] = useAsk(() => api.groupChat.querySpaceDetail({ spaceId: sid, inviterId }), [sid, inviterId]);
  const Landmark = isFramed ? 'div' : 'main';
  return (
    <Landmark className={styles.page}>
      <div className={styles.card}>
        {!isFramed && <Link className={styles.brand} to={paths.landing()}><BrandMark size={32} />{words.amber}</Link>}
        {asked.status === 'loading' && <Skeleton rows={4} look="lines" />}
        {asked.status === 'error' && (asked.fault.code === 'NO_AUTH'
          ? <EmptyState Icon={CompassIcon} Title="h1" title={words.nowhere} text={words.nowhereText} action={<ButtonLink look="primary" to={isFramed ? paths.discover() : paths.landing()}>{words.home}</ButtonLink>} />
          : <Notice sentence={asked.fault.message} code={asked.fault.code} onRetry={askAgain} />)}
        {asked.status === 'ready' && <Invitation {...asked.answer} inviterId={inviterId} conversationId={query.get('conversationId') ?? ''} />}
      </div>
    </Landmark>
  );
}

function Invitation({ spaceInfo, inviter, inviterId, conversationId }: QuerySpaceDetailReply & { inviterId: string; conversationId: string }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const { spaceId, spaceName, isMember } = spaceInfo!;
  const action = !session
    ? <ButtonLink look="primary" to={paths.loginAndBack({ from: pathname + search })}>{words.signIn}</ButtonLink>
    : isMember
      ? <ButtonLink look="primary" to={conversationId ? paths.room({ sid: spaceId, cid: conversationId }) : paths.space({ sid: spaceId })}>{strings.about.open}</ButtonLink>
      : <JoinButton spaceId={spaceId} conversationId={conversationId} inviterId={inviterId} label={words.join} />;
  return (
    <SpaceFace
      space={spaceInfo!} before={inviter && words.invites(inviter.lastName || strings.someone)}
      name={<h1 className={styles.name}>{spaceName}</h1>} actions={action}
    />
  );
}
