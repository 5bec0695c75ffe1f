// Space settings, for the owner: overview, rooms, members, requests.
import { useAction } from '@amber/client/useAction';
import { placeName } from '@amber/client/seededNames';
import { engine, showToast } from '@amber/client/engine';
import type { SpaceRow } from '@amber/client/rows';
import type { Rooms } from '@amber/client/rooms';
import { useSession } from '@amber/client/session';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { Button } from '@amber/ui/Button';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { EmptyState } from '@amber/ui/EmptyState';
import { LockIcon } from '@amber/ui/icons';
import { Tabs } from '@amber/ui/Tabs';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { JoinRequests } from '../joining/JoinRequests.tsx';
import { MembersPage } from '../MembersPage.tsx';
import { LeaveSpace } from './LeaveSpace.tsx';
import { RoomSettings } from '../rooms/RoomSettings.tsx';
import { SpaceForm } from './SpaceForm.tsx';
import { SpaceMembers } from '../SpaceMembers.tsx';
import { fieldsOf, type SpaceProfile } from './spaceFields.ts';
import { words as strings } from '../words/gen/channels.ts';
import { useChoices } from '../useChoices.ts';
import { roomOfAllMembers } from '../useSpace.ts';
import styles from './SpaceSettings.module.css';

const words = strings.settings;

/** The page at /channels/setting/:sid. */
export function SpaceSettings({ sid }: { sid: string }) {
  const me = useSession()?.identifier ?? '';
  return (
    <MembersPage
      sid={sid}
      title={words.title}
      lead={({ spaceId, spaceName }) => placeName(spaceId, spaceName)}
      rows={6}
    >
      {({ space, rooms }) =>
        space.identifier === me ? <OwnersSettings space={space} rooms={rooms} me={me} /> : <NotOwner space={space} />
      }
    </MembersPage>
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
        { key: 'look', title: words.look, content: <OverviewTab space={space} /> },
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

function OverviewTab({ space }: { space: SpaceRow }) {
  const [request, refetch] = useChoices();
  const [busy, act] = useAction();
  const [fields, setFields] = useState(() => fieldsOf(space));
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refetch} rows={6} variant="lines" />;
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
  const { spaceId, spaceName } = space;
  const roomId = roomOfAllMembers(rooms);
  return (
    <div className={styles.tab}>
      {roomId && <SpaceMembers spaceId={spaceId} roomId={roomId} me={me} />}
      <section className={styles.end} aria-label={words.ways}>
        <p className={styles.hint}>{strings.leave.owner}</p>
        <div>
          <ConfirmButton
            variant="danger"
            title={strings.leave.dissolveTitle({ name: placeName(spaceId, spaceName) })}
            text={strings.leave.dissolveText}
            action={strings.leave.dissolve}
            onConfirm={() => void act(() => engine.changeSpace({ op: 'DISSOLVE', spaceId }))}
          />
        </div>
      </section>
    </div>
  );
}
