// Space settings, for the owner: overview, rooms, members, requests.
import { useAction } from '@amber/client/useAction';
import { engine, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import type { SpaceRow } from '@amber/client/db';
import type { Rooms } from '@amber/client/rooms';
import { useSession } from '@amber/client/session';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { useRedirectOnLeave } from '@amber/conversation-screen/useRedirectOnLeave';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { EmptyState } from '@amber/ui/EmptyState';
import { LockIcon } from '@amber/ui/icons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { Tabs } from '@amber/ui/Tabs';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { JoinRequests } from '../joining/JoinRequests.tsx';
import { LeaveSpace } from './LeaveSpace.tsx';
import { RoomSettings } from '../rooms/RoomSettings.tsx';
import { SpaceForm } from './SpaceForm.tsx';
import { SpaceMembers } from '../SpaceMembers.tsx';
import { fieldsOf, type SpaceProfile } from './spaceFields.ts';
import { words as strings } from '../words/gen/channels.ts';
import { useChoices } from '../useChoices.ts';
import { useSpace } from '../useSpace.ts';
import styles from './SpaceSettings.module.css';

const words = strings.settings;

/** The page at /channels/setting/:sid. */
export function SpaceSettings({ sid }: { sid: string }) {
  const me = useSession()?.identifier ?? '';
  const [state, refetch] = useSpace(sid);
  useRedirectOnLeave({ sid });
  if (state.status === 'stranger') return <Navigate to={paths.aboutSpace({ sid })} replace />;
  return (
    <Page
      title={words.title}
      before={<BackLink to={paths.space({ sid })} label={words.back} />}
      {...(state.status === 'ready' && { lead: state.space.spaceName })}
    >
      {state.status === 'loading' && <Skeleton rows={6} variant="lines" />}
      {state.status === 'error' && (
        <ErrorNotice message={getErrorMessage(state.fault)} code={state.fault.code} onRetry={refetch} />
      )}
      {state.status === 'ready' &&
        (state.space.identifier === me ? (
          <OwnersSettings space={state.space} rooms={state.rooms} me={me} />
        ) : (
          <NotOwner space={state.space} />
        ))}
    </Page>
  );
}

function NotOwner({ space }: { space: SpaceRow }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <EmptyState
        Icon={LockIcon}
        title={words.notOwner}
        text={words.notOwnerText}
        action={
          <Button variant="danger" onClick={() => setLeaving(true)}>
            {strings.leave.action}
          </Button>
        }
      />
      <LeaveSpace open={leaving} space={space} onClose={() => setLeaving(false)} />
    </>
  );
}

interface OwnersSettingsProps {
  space: SpaceRow;
  rooms: Rooms;
  me: string;
}

function OwnersSettings({ space, rooms, me }: OwnersSettingsProps) {
  const [query] = useSearchParams();
  return (
    <Tabs
      label={words.tabs}
      first={query.get('tab') ?? undefined}
      tabs={[
        { key: 'look', title: words.look, content: <Look space={space} /> },
        {
          key: 'rooms',
          title: words.rooms,
          content: <RoomSettings spaceId={space.spaceId} rooms={[...rooms.chat, ...rooms.other]} />,
        },
        { key: 'members', title: words.members, content: <Members space={space} rooms={rooms} me={me} /> },
        {
          key: 'requests',
          title: words.requests({ count: space.joinApplyCount ?? 0 }),
          content: <JoinRequests space={space} />,
        },
      ]}
    />
  );
}

function Look({ space }: { space: SpaceRow }) {
  const [request, refetch] = useChoices();
  const [busy, act] = useAction();
  const [fields, setFields] = useState(() => fieldsOf(space));
  if (request.status === 'loading') return <Skeleton rows={6} variant="lines" />;
  if (request.status === 'error')
    return <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />;
  const save = (look: SpaceProfile) =>
    act(async () => {
      await engine.changeSpace({ op: 'CHANGE', spaceId: space.spaceId, space: look });
      showToast('success', words.saved);
    });
  return (
    <div className={styles.tab}>
      <SpaceForm
        identifier={space.spaceId}
        fields={fields}
        choices={request.answer}
        submit={words.save}
        busy={busy}
        onChange={setFields}
        onSubmit={(look) => void save(look)}
      />
    </div>
  );
}

function Members({ space, rooms, me }: OwnersSettingsProps) {
  const [, act] = useAction();
  const [dissolving, setDissolving] = useState(false);
  const { spaceId, spaceName } = space;
  // A room that is visible to everyone has all members of the space.
  const visible = [...rooms.chat, ...rooms.other].find(({ groupSetting }) => groupSetting?.visibility);
  return (
    <div className={styles.tab}>
      {visible && <SpaceMembers spaceId={spaceId} roomId={visible.conversionId} me={me} />}
      <section className={styles.end} aria-label={words.ways}>
        <p className={styles.hint}>{strings.leave.owner}</p>
        <div>
          <Button variant="danger" onClick={() => setDissolving(true)}>
            {strings.leave.dissolve}
          </Button>
        </div>
      </section>
      <Confirm
        open={dissolving}
        title={strings.leave.dissolveTitle({ name: spaceName })}
        text={strings.leave.dissolveText}
        action={strings.leave.dissolve}
        onCancel={() => setDissolving(false)}
        onConfirm={() => void act(() => engine.changeSpace({ op: 'DISSOLVE', spaceId }))}
      />
    </div>
  );
}
