// Invites people to a space: by link, QR code or message.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { copyText } from '@amber/client/copyText';
import { api, engine, newMessageId, showToast } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { formatDay } from '@amber/conversation/format';
import { useRedirectOnLeave } from '@amber/conversation-screen/useRedirectOnLeave';
import { PeoplePicker, type PickedPerson } from '@amber/conversation-screen/PeoplePicker';
import { useToday } from '@amber/conversation/useToday';
import type { Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { Confirm } from '@amber/ui/Confirm';
import { CopyIcon, LinkIcon } from '@amber/ui/moreIcons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Page } from '@amber/ui/Page';
import { ShareLink } from '@amber/ui/ShareLink';
import { Skeleton } from '@amber/ui/Skeleton';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { words as strings } from '../words/gen/channels.ts';
import { useSpace } from '../useSpace.ts';
import styles from './InviteToSpace.module.css';

const words = strings.invite;

/** The page at /channels/invite/:sid. */
export function InviteToSpace({ sid }: { sid: string }) {
  const me = useSession()?.identifier ?? '';
  const [state, refetch] = useSpace(sid);
  useRedirectOnLeave({ sid });
  if (state.status === 'stranger') return <Navigate to={paths.aboutSpace({ sid })} replace />;
  return (
    <Page
      title={words.title}
      before={<BackLink to={paths.space({ sid })} label={strings.settings.back} />}
      {...(state.status === 'ready' && {
        lead: (state.space.byApproval && state.space.identifier !== me ? words.leadApproval : words.lead)({
          name: state.space.spaceName,
        }),
      })}
    >
      {state.status === 'loading' && <Skeleton rows={4} variant="lines" />}
      {state.status === 'error' && (
        <ErrorNotice message={getErrorMessage(state.fault)} code={state.fault.code} onRetry={refetch} />
      )}
      {state.status === 'ready' && <Invitation space={state.space} />}
    </Page>
  );
}

/** Shows my link, which is created on the first visit. */
function Invitation({ space }: { space: Space }) {
  const { spaceId } = space;
  const me = useSession()?.identifier ?? '';
  const [request, refetch] = useQuery(
    async () => (await api.groupChat.createInvitation({ spaceId })).invitation!,
    [spaceId],
  );
  const [endedInvitation, setEndedInvitation] = useState('');
  if (request.status === 'loading') return <Skeleton rows={4} variant="lines" />;
  if (request.status === 'error')
    return <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />;
  const { invitation, expireTime } = request.answer;
  if (endedInvitation === invitation) {
    return (
      <EmptyState
        Icon={LinkIcon}
        title={words.ended}
        text={words.endedText}
        action={
          <Button variant="primary" onClick={refetch}>
            {words.renew}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <InvitationLink
        link={linkOf(spaceId, me, invitation)}
        until={expireTime}
        onEnd={() => endInvitation(spaceId, invitation).then(() => setEndedInvitation(invitation))}
      />
      <SendInvitation space={space} link={linkOf(spaceId, me, invitation)} />
      {space.identifier === me && <OtherInvitations spaceId={spaceId} me={me} />}
    </>
  );
}

const linkOf = (sid: string, inviterId: string, invitation: string) =>
  `${location.origin}${limits.basePath}${paths.joinSpace({ sid, inviterId, invitation })}`;

const endInvitation = (spaceId: string, invitation: string) => api.groupChat.endInvitation({ spaceId, invitation });

function InvitationLink({ link, until, onEnd }: { link: string; until: number; onEnd(): Promise<void> }) {
  const today = useToday();
  const [ending, setEnding] = useState(false);
  const [busy, act] = useAction();
  return (
    <section className={styles.invitation} aria-label={words.link}>
      <ShareLink
        link={link}
        label={words.qr}
        hint={<p className={styles.until}>{words.until({ day: formatDay(until, today) })}</p>}
      >
        <Button variant="primary" onClick={() => void copyText(link, strings.copied)}>
          <CopyIcon />
          {words.copy}
        </Button>
        <Button variant="quiet" busy={busy} onClick={() => setEnding(true)}>
          {words.end}
        </Button>
      </ShareLink>
      <Confirm
        open={ending}
        title={words.endTitle}
        text={words.endText}
        action={words.end}
        onCancel={() => setEnding(false)}
        onConfirm={() => void act(onEnd)}
      />
    </section>
  );
}

function SendInvitation({ space: { spaceId, spaceName }, link }: { space: Space; link: string }) {
  const [chosen, setChosen] = useState<PickedPerson[]>([]);
  const [busy, act] = useAction();
  // Members are left out; a room that is visible to everyone has all members of the space.
  const live = useLive((db) => db.conversations.where({ spaceId }).toArray(), [spaceId]);
  const roomOfAll =
    live.status === 'ready' ? live.rows.find(({ groupSetting }) => groupSetting?.visibility)?.conversionId : undefined;
  const send = () =>
    act(async () => {
      for (const { identifier } of chosen) {
        const { conversationId } = await engine.openPrivateChat({ identifier });
        await engine.send({
          id: newMessageId(),
          conversationId,
          type: 'text',
          body: { text: words.text({ name: spaceName, link }) },
        });
      }
      showToast('success', words.sent({ count: chosen.length }));
      setChosen([]);
    });
  return (
    <section className={styles.people} aria-label={words.people}>
      <h2 className={styles.title}>{words.people}</h2>
      <PeoplePicker
        chosen={chosen}
        onChange={setChosen}
        {...(roomOfAll !== undefined && { excludeMembersOf: roomOfAll })}
      />
      <div>
        <Button busy={busy} disabled={chosen.length === 0} onClick={() => void send()}>
          {words.send({ count: chosen.length })}
        </Button>
      </div>
    </section>
  );
}

/** The other members' links, which the owner can revoke. Renders nothing if there are none. */
function OtherInvitations({ spaceId, me }: { spaceId: string; me: string }) {
  const today = useToday();
  const [busy, act] = useAction();
  const [request, refetch] = useQuery(async () => (await api.groupChat.queryInvitations({ spaceId })).list, [spaceId]);
  if (request.status === 'error')
    return <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />;
  const others = request.status === 'ready' ? request.answer.filter(({ inviter }) => inviter?.identifier !== me) : [];
  if (others.length === 0) return null;
  return (
    <section className={styles.people} aria-label={words.others}>
      <h2 className={styles.title}>{words.others}</h2>
      <ul>
        {others.map(({ invitation, inviter, expireTime }) => {
          const name = inviter?.lastName || strings.someone;
          return (
            <li key={invitation} className={styles.other}>
              <Avatar identifier={inviter!.identifier} name={name} src={inviter!.avatar} size={32} />
              <span className={styles.who}>
                <span className={styles.name} dir="auto">
                  {name}
                </span>
                <span className={styles.until}>{words.until({ day: formatDay(expireTime, today) })}</span>
              </span>
              <Button
                aria-label={words.endOf({ name })}
                busy={busy}
                onClick={() => void act(() => endInvitation(spaceId, invitation)).then(refetch)}
              >
                {words.endOther}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
