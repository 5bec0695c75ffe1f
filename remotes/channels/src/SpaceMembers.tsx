// Who is in a space, and what its owner may do with each.
import { useAct } from '@amber/client/act';
import { engine } from '@amber/client/engine';
import { MemberList } from '@amber/conversation/screen/MemberList';
import { type GiveCommand, useCommand } from '@amber/conversation/screen/useCommand';
import { useMembers } from '@amber/conversation/screen/useMembers';

interface SpaceMembersProps {
  spaceId: string;
  /** A room that all members see. */
  roomId: string;
  me: string;
}

/** The list, with a menu for everybody but the owner. */
export function SpaceMembers({ spaceId, roomId, me }: SpaceMembersProps) {
  const members = useMembers(roomId, true);
  const nudge = useCommand(roomId);
  const [, act] = useAct();
  // People come into a space and leave it as a whole: what is a command in a group is a change of the space here.
  const give: GiveCommand = (cmdId, body, targets = []) => {
    if (cmdId === 'deleteMember') void act(() => engine.changeSpace({ op: 'CHANGE', spaceId, removed: targets }));
    else if (cmdId === 'handOver') void act(() => engine.changeSpace({ op: 'CHANGE', spaceId, newOwner: targets[0] ?? '' }));
    else nudge(cmdId, body, targets);
  };
  return <MemberList of="space" Title="h2" members={members} me={me} mayRemove mayHandOver give={give} />;
}
