// A space: the list of rooms, and the room in the address.
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { sentenceOf } from '@amber/client/sentenceOf';
import { botName } from '@amber/conversation-screen/botName';
import { Conversation } from '@amber/conversation-screen/Conversation';
import { OpenDetails } from '@amber/conversation-screen/OpenDetails';
import { useLeft } from '@amber/conversation-screen/useLeft';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { LockIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Panes } from '@amber/ui/Panes';
import { Skeleton } from '@amber/ui/Skeleton';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { RoomList } from './rooms/RoomList.tsx';
import { SpaceFace } from './SpaceFace.tsx';
import { SpaceTabs } from './SpaceTabs.tsx';
import { words as strings } from './words/gen/channels.ts';
import { type SpaceState, useSpace } from './useSpace.ts';
import styles from './SpaceHome.module.css';

const words = strings.room;

/** The page at /channels/:sid and /channels/:sid/:cid; one address means one state of the panes. */
export function SpaceHome({ sid }: { sid: string }) {
  const { cid } = useParams();
  const me = useSession()?.identifier ?? '';
  const [search] = useSearchParams();
  const [state, again] = useSpace(sid);
  useLeft({ sid, cid });
  if (state.status === 'stranger') return <Navigate to={paths.aboutSpace({ sid })} replace />;
  if (state.status === 'error') {
    return (
      <Page title={strings.about.gone} before={<BackLink to={paths.discover()} label={strings.about.back} />}>
        <Notice sentence={sentenceOf(state.fault)} code={state.fault.code} onRetry={again} />
      </Page>
    );
  }
  return (
    <Panes
      showing={cid ? 'main' : 'list'}
      list={
        state.status === 'loading' ? (
          <Skeleton rows={8} />
        ) : (
          <RoomList space={state.space} rooms={state.rooms} openId={cid} me={me} />
        )
      }
      main={<Main state={state} sid={sid} cid={cid} me={me} />}
      detail={cid && search.has('details') && <OpenDetails key={cid} conversationId={cid} me={me} />}
    />
  );
}

type Shown = Extract<SpaceState, { status: 'loading' | 'ready' }>;

function Main({ state, sid, cid, me }: { state: Shown; sid: string; cid: string | undefined; me: string }) {
  if (state.status === 'loading') return null;
  const { space, rooms, isFresh } = state;
  if (!cid) {
    return (
      <div className={styles.about}>
        <div className={styles.column}>
          <SpaceFace
            space={space}
            name={
              <h2 className={styles.name} dir="auto">
                {space.spaceName}
              </h2>
            }
            actions={
              <>
                {space.guide && (
                  <ButtonLink to={paths.bot({ cid: space.guide.identifier })} look="primary">
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
  const isHere = [...rooms.chat, ...rooms.other].some(({ conversionId }) => conversionId === cid);
  // A new room arrives shortly after its space.
  if (!isHere && !isFresh) return <Skeleton look="lines" rows={5} />;
  if (!isHere) {
    return (
      <EmptyState
        Icon={LockIcon}
        title={words.noSuch}
        text={words.noSuchText}
        action={
          <ButtonLink look="primary" to={paths.space({ sid })}>
            {words.back}
          </ButtonLink>
        }
      />
    );
  }
  return <Conversation key={cid} conversationId={cid} spaceId={sid} />;
}
