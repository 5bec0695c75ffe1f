// A space: the list of rooms, and the room in the address.
import { localizeSpace } from '@amber/client/seededNames';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { botName } from '@amber/conversation-screen/botName';
import { ConversationDetails } from '@amber/conversation-screen/ConversationDetails';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { useRedirectOnLeave } from '@amber/conversation-screen/useRedirectOnLeave';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { LockIcon } from '@amber/ui/icons';
import { Page } from '@amber/ui/Page';
import { Panes } from '@amber/ui/Panes';
import { Skeleton } from '@amber/ui/Skeleton';
import { Suspense } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { LazyConversation } from './LazyConversation.ts';
import { RoomList } from './rooms/RoomList.tsx';
import { SpaceProfile } from './SpaceProfile.tsx';
import { SpaceTabs } from './SpaceTabs.tsx';
import { words as strings } from './words/gen/channels.ts';
import { type SpaceState, useSpace } from './useSpace.ts';
import styles from './SpaceHome.module.css';

const words = strings.room;

/** The page at /channels/:sid and /channels/:sid/:cid; the address determines the state of the panes. */
export function SpaceHome({ sid }: { sid: string }) {
  const { cid } = useParams();
  const me = useSession()?.identifier ?? '';
  const [search] = useSearchParams();
  const [state, refetch] = useSpace(sid);
  useRedirectOnLeave({ sid, cid });
  if (state.status === 'stranger') return <Navigate to={paths.aboutSpace({ sid })} replace />;
  if (state.status === 'error') {
    return (
      <Page title={strings.about.gone} before={<BackLink to={paths.discover()} label={strings.about.back} />}>
        <QueryStatus request={state} refetch={refetch} />
      </Page>
    );
  }
  return (
    <Panes
      activePane={cid ? 'main' : 'list'}
      list={
        state.status === 'loading' ? (
          <Skeleton rows={8} />
        ) : (
          <RoomList space={state.space} rooms={state.rooms} openId={cid} me={me} />
        )
      }
      main={<Main state={state} sid={sid} cid={cid} me={me} />}
      detail={cid && search.has('details') && <ConversationDetails key={cid} conversationId={cid} me={me} />}
    />
  );
}

type ShownState = Extract<SpaceState, { status: 'loading' | 'ready' }>;

function Main({ state, sid, cid, me }: { state: ShownState; sid: string; cid: string | undefined; me: string }) {
  if (state.status === 'loading') return null;
  const { space, rooms, isRefreshed } = state;
  if (!cid) {
    return (
      <div className={styles.about}>
        <div className={styles.column}>
          <SpaceProfile
            space={space}
            name={
              <h2 className={styles.name} dir="auto">
                {localizeSpace(space).spaceName}
              </h2>
            }
            actions={
              <>
                {space.guide && (
                  <ButtonLink to={paths.bot({ cid: space.guide.identifier })} variant="primary">
                    {strings.guide.talk({ name: botName(space.guide.lastName) })}
                  </ButtonLink>
                )}
                <ButtonLink to={paths.inviteToSpace({ sid })}>{words.invite}</ButtonLink>
                {space.identifier === me && <ButtonLink to={paths.spaceSettings({ sid })}>{words.settings}</ButtonLink>}
              </>
            }
          />
          <SpaceTabs sid={sid} />
        </div>
      </div>
    );
  }
  const isRoomOfSpace = [...rooms.chat, ...rooms.other].some(({ conversionId }) => conversionId === cid);
  // A new room arrives shortly after its space.
  if (!isRoomOfSpace && !isRefreshed) return <Skeleton variant="lines" rows={5} />;
  if (!isRoomOfSpace) {
    return (
      <EmptyState
        Icon={LockIcon}
        title={words.noSuch}
        text={words.noSuchText}
        action={
          <ButtonLink variant="primary" to={paths.space({ sid })}>
            {words.back}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <Suspense fallback={<Skeleton variant="lines" rows={5} />}>
      <LazyConversation key={cid} conversationId={cid} spaceId={sid} />
    </Suspense>
  );
}
