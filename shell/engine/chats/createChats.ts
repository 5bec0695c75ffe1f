// Features of chats beyond messages: contacts, members, groups, spaces, read positions and typing.
import type { Inbox } from '../in/inbox.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
import type { AccountConnection } from '../session/connection.ts';
import { createContactRefresh } from './contactRefresh.ts';
import type { Groups } from './groups.ts';
import { createMembers, type Members } from './members.ts';
import type { MuteEnds } from './muteEnds.ts';
import { createReadPositions, type ReadPositions } from './readPositions.ts';
import type { SpaceCalls } from './spaceCalls.ts';
import { createSpaces, type Spaces } from './spaces.ts';
import { createTyping, type Typing } from './typing.ts';

interface ChatsPorts
  extends
    Pick<AccountConnection, 'runWithRetry' | 'socket' | 'isClosed'>,
    Pick<AccountContext, 'db' | 'api' | 'me' | 'clock' | 'now' | 'catchUp' | 'runExclusive' | 'emit' | 'warn'> {
  inbox: Inbox;
}

export interface Chats {
  typing: Typing;
  readPositions: ReadPositions;
  muteEnds: MuteEnds;
  members: Members;
  spaces: Spaces;
  /** Each call loads the code first. @throws Fault REQUEST_FAILED */
  groups: Groups;
  /** Each call loads the code first. @throws Fault REQUEST_FAILED */
  spaceCalls: SpaceCalls;
  /** Updates contacts and contact requests. */
  refreshContacts(): void;
}

export function createChats(ports: ChatsPorts): Chats {
  const { socket } = ports;
  const refreshContactLists = createContactRefresh(ports);
  const members = createMembers(ports);
  // A separate chunk, because most accounts have no mute with an end.
  const timedMutes = onDemand(
    () => import(/* webpackChunkName: "groups" */ './muteEnds.ts'),
    ({ createMuteEnds }) => createMuteEnds(ports),
  );
  const muteEnds: MuteEnds = {
    async update() {
      if (await ports.db.conversations.filter(({ userSetting }) => !!userSetting?.mutedUntil).first())
        await (await timedMutes.get()).update();
    },
    close: () => timedMutes.ifLoaded((loaded) => loaded.close()),
  };
  const spaces = createSpaces(ports);
  // A separate chunk, because only actions of a person need it; arriving messages do not.
  const groups = onDemand(
    () => import(/* webpackChunkName: "groups" */ './groups.ts'),
    ({ createGroups }) => createGroups({ ...ports, members, muteEnds }),
  );
  const spaceCalls = onDemand(
    () => import(/* webpackChunkName: "groups" */ './spaceCalls.ts'),
    ({ createSpaceCalls }) => createSpaceCalls({ ...ports, spaces }),
  );
  return {
    members,
    muteEnds,
    spaces,
    readPositions: createReadPositions(ports),
    typing: createTyping({
      ...ports,
      // Typing is ephemeral: it is dropped when it cannot be sent now.
      sendTyping: (conversationId, isTyping) =>
        void socket.request('typing', { conversationId, typing: isTyping }).catch(() => {}),
    }),
    groups: forwardTo(
      groups.get,
      'openPrivateChat',
      'createGroup',
      'refreshGroup',
      'removeDismissed',
      'changeSetting',
      'hideConversation',
    ),
    spaceCalls: forwardTo(spaceCalls.get, 'joinSpace', 'createSpace', 'changeSpace', 'quitSpace'),
    refreshContacts: () => void ports.runWithRetry('contacts', refreshContactLists),
  };
}
