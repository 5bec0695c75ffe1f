// The member list of a space, with the owner's actions.
import { useAction } from '@amber/client/useAction';
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { AllMembers } from '@amber/conversation-screen/AllMembers';
import { type SendCommand, useCommand } from '@amber/conversation-screen/useCommand';
import { useMembers } from '@amber/conversation-screen/useMembers';
import { words } from './words/gen/channels.ts';
import styles from './settings/SpaceSettings.module.css';

interface SpaceMembersProps {
  spaceId: string;
  /** A room in which all members are. */
  roomId: string;
  me: string;
}

/** Lists all members, each except the owner with a menu. */
export function SpaceMembers({ spaceId, roomId, me }: SpaceMembersProps) {
  const live = useLive((db) => db.conversations.get(roomId), [roomId]);
  const people = useMembers(live.status === 'ready' ? live.rows : undefined);
  const runCommand = useCommand(roomId);
  const [, act] = useAction();
  // Members belong to the space, not to a room, so group commands become changes of the space.
  const dispatch: SendCommand = (cmdId, body, targets = []) => {
    if (cmdId === 'deleteMember') void act(() => engine.changeSpace({ op: 'CHANGE', spaceId, removed: targets }));
    else if (cmdId === 'handOver')
      void act(() => engine.changeSpace({ op: 'CHANGE', spaceId, newOwner: targets[0] ?? '' }));
    else runCommand(cmdId, body, targets);
  };
  return (
    <section className={styles.members} aria-label={words.settings.members}>
      <h2>{words.members({ count: people.count })}</h2>
      <AllMembers
        conversationId={roomId}
        people={people}
        scope="space"
        me={me}
        mayRemove
        mayHandOver
        sendCommand={dispatch}
      />
    </section>
  );
}
