// Invites people to a space: by link, QR code or message.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { copyText } from '@amber/client/copyText';
import { api, engine, newMessageId, showToast } from '@amber/client/engine';
import { useRemarks } from '@amber/client/live';
import { localizeSpace } from '@amber/client/seededNames';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { formatDay } from '@amber/conversation/format';
import { PeoplePicker, type PickedPerson } from '@amber/conversation-screen/PeoplePicker';
import { useToday } from '@amber/conversation/useToday';
import type { Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { CopyIcon, LinkIcon } from '@amber/ui/moreIcons';
import { displayName } from '@amber/ui/personName';
import { ShareLink } from '@amber/ui/ShareLink';
import { useState } from 'react';
import { MembersPage } from '../MembersPage.tsx';
import { roomOfAllMembers } from '../useSpace.ts';
import { words as strings } from '../words/gen/channels.ts';
import styles from './InviteToSpace.module.css';

const words = strings.invite;

/** The page at /channels/invite/:sid. */
export function InviteToSpace({ sid }: { sid: string }) {
  const me = useSession()?.identifier ?? '';
  const leadOf = (space: Space) => {
    const { spaceName: name, byApproval, identifier } = localizeSpace(space);
    return byApproval && identifier !== me ? words.leadApproval({ name }) : words.lead({ name });
  };
  return (
    <MembersPage sid={sid} title={words.title} lead={leadOf} rows={4}>
      {({ space, rooms }) => <Invitation space={space} roomOfAll={roomOfAllMembers(rooms)} />}
    </MembersPage>
  );
}

/** Shows my link, which is created on the first visit. */
function Invitation({ space, roomOfAll }: { space: Space; roomOfAll: string | undefined }) {
  const { spaceId } = space;
  const me = useSession()?.identifier ?? '';
  const [request, refetch] = useQuery(
    async () => (await api.groupChat.createInvitation({ spaceId })).invitation!,
    [spaceId],
  );
  const [endedInvitation, setEndedInvitation] = useState('');
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refetch} rows={4} variant="lines" />;
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
      <SendInvitation space={space} roomOfAll={roomOfAll} link={linkOf(spaceId, me, invitation)} />
      {space.identifier === me && <OtherInvitations spaceId={spaceId} me={me} />}
    </>
  );
}

const linkOf = (sid: string, inviterId: string, invitation: string) =>
  `${location.origin}${limits.basePath}${paths.joinSpace({ sid, inviterId, invitation })}`;

const endInvitation = (spaceId: string, invitation: string) => api.groupChat.endInvitation({ spaceId, invitation });

function InvitationLink({ link, until, onEnd }: { link: string; until: number; onEnd(): Promise<void> }) {
  const today = useToday();
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
        <ConfirmButton
          variant="quiet"
          busy={busy}
          title={words.endTitle}
          text={words.endText}
          action={words.end}
          onConfirm={() => void act(onEnd)}
        />
      </ShareLink>
    </section>
  );
}

interface SendInvitationProps {
  space: Space;
  /** The people in this room are left out. */
  roomOfAll: string | undefined;
  link: string;
}

function SendInvitation({ space, roomOfAll, link }: SendInvitationProps) {
  const { spaceName: name } = localizeSpace(space);
  const [chosen, setChosen] = useState<PickedPerson[]>([]);
  const [busy, act] = useAction();
  const send = () =>
    act(async () => {
      for (const { identifier } of chosen) {
        const { conversationId } = await engine.openPrivateChat({ identifier });
        await engine.send({
          id: newMessageId(),
          conversationId,
          type: 'text',
          body: { text: words.text({ name, link }) },
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
      {chosen.length > 0 && (
        <div>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            {words.send({ count: chosen.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The other members' links, which the owner can revoke. Renders nothing if there are none. */
function OtherInvitations({ spaceId, me }: { spaceId: string; me: string }) {
  const today = useToday();
  const remarks = useRemarks();
  const [busy, act] = useAction();
  const [request, refetch] = useQuery(async () => (await api.groupChat.queryInvitations({ spaceId })).list, [spaceId]);
  if (request.status === 'error') return <QueryStatus request={request} refetch={refetch} />;
  const others = request.status === 'ready' ? request.answer.filter(({ inviter }) => inviter?.identifier !== me) : [];
  if (others.length === 0) return null;
  return (
    <section className={styles.people} aria-label={words.others}>
      <h2 className={styles.title}>{words.others}</h2>
      <ul>
        {others.map(({ invitation, inviter, expireTime }) => {
          const name = displayName(inviter, remarks) || strings.someone;
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
