// Room settings, for the owner of a space.
import { useAction } from '@amber/client/useAction';
import type { ConversationRow } from '@amber/client/rows';
import { engine, newMessageId, showToast } from '@amber/client/engine';
import { SavedField } from '@amber/conversation-screen/SavedField';
import type { Input, Room } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Chips } from '@amber/ui/Chips';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { validateForm, fields, lengthBetween } from '@amber/ui/form';
import { Switch } from '@amber/ui/Switch';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useState } from 'react';
import { words as strings } from '../words/gen/channels.ts';
import styles from '../settings/SpaceSettings.module.css';

const words = strings.settings;
const form = () => fields({ name: lengthBetween(words.roomName, 1, limits.roomNameMax) });

/** A card per room, and a form to create one. */
export function RoomSettings({ spaceId, rooms }: { spaceId: string; rooms: readonly ConversationRow[] }) {
  return (
    <div className={styles.tab}>
      <ul className={styles.rooms}>
        {rooms.map((room) => (
          <li key={room.conversionId}>
            <RoomCard spaceId={spaceId} room={room} />
          </li>
        ))}
      </ul>
      <NewRoom spaceId={spaceId} />
    </div>
  );
}

function RoomCard({ spaceId, room }: { spaceId: string; room: ConversationRow }) {
  const { conversionId: conversationId, name, roomType, groupSetting } = room;
  const [, act] = useAction();
  const setting = {
    supportAnonymous: groupSetting?.supportAnonymous ?? false,
    visibility: groupSetting?.visibility ?? false,
  };
  const change = (changed: Input<Room>) =>
    void act(() =>
      engine.changeSpace({ op: 'CHANGE', spaceId, conversationId, room: { name, groupSetting: setting, ...changed } }),
    );
  return (
    <section className={styles.room} aria-label={name}>
      <SavedField
        key={name}
        label={words.roomName}
        value={name}
        maxLength={limits.roomNameMax}
        onSave={(next) => change({ name: next })}
      />
      {roomType === 'manage' ? (
        <p className={styles.hint}>{words.manageHint}</p>
      ) : (
        <Switch
          label={words.visible}
          hint={words.visibleHint}
          checked={setting.visibility}
          onChange={(visibility) => change({ groupSetting: { ...setting, visibility } })}
        />
      )}
      <Switch
        label={words.anonymous}
        checked={setting.supportAnonymous}
        onChange={(supportAnonymous) => change({ groupSetting: { ...setting, supportAnonymous } })}
      />
      <div>
        <ConfirmButton
          variant="quiet"
          className={styles.danger}
          title={words.deleteTitle({ name })}
          text={words.deleteText}
          action={words.deleteRoom}
          onConfirm={() => void act(() => engine.changeSpace({ op: 'DELETE_ROOM', spaceId, conversationId }))}
        />
      </div>
    </section>
  );
}

type RoomType = keyof typeof words.types;
const types: readonly RoomType[] = ['chat', 'topic', 'manage'];

function NewRoom({ spaceId }: { spaceId: string }) {
  const [name, setName] = useState('');
  const [roomType, setRoomType] = useState<RoomType>('chat');
  const [visibility, setVisibility] = useState(true);
  const [problem, setProblem] = useState<string>();
  // The id survives retries, so that a retry creates no second room.
  const [requestId, setRequestId] = useState(newMessageId);
  const [busy, act] = useAction();
  const create = (event: FormEvent) => {
    event.preventDefault();
    const checked = validateForm(form(), { name });
    if ('errors' in checked) return setProblem(checked.errors.name);
    const room = {
      name: checked.values.name,
      roomType,
      groupSetting: { supportAnonymous: false, visibility: visibility && roomType !== 'manage' },
    };
    void act(async () => {
      await engine.changeSpace({ op: 'CREATE', spaceId, room, requestId });
      showToast('success', words.roomMade({ name: room.name }));
      setName('');
      setRequestId(newMessageId());
    });
  };
  return (
    <form className={styles.room} onSubmit={create} aria-label={words.newRoom} noValidate>
      <h2 className={styles.title}>{words.newRoom}</h2>
      <TextField
        label={words.roomName}
        value={name}
        error={problem}
        maxLength={limits.roomNameMax}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
      <Chips<RoomType>
        showLabel
        label={words.roomType}
        value={roomType}
        onChange={setRoomType}
        choices={types.map((value) => ({ value, label: words.types[value] }))}
      />
      {roomType === 'manage' ? (
        <p className={styles.hint}>{words.manageHint}</p>
      ) : (
        <Switch label={words.visible} hint={words.visibleHint} checked={visibility} onChange={setVisibility} />
      )}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {words.createRoom}
        </Button>
      </div>
    </form>
  );
}
