// Features of chats beyond messages: contacts, members, groups, spaces, read positions and typing.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api, Device } from '@amber/proto';
import type { ProblemKind } from '@amber/proto/problems';
import type { SchedulerLike } from 'rxjs';
import type { Inbox } from '../in/inbox.ts';
import { onDemand } from '../kit/lazyImport.ts';
import type { AccountConnection } from '../session/connection.ts';
import { createContactRefresh } from './contactRefresh.ts';
import type { Groups } from './groups.ts';
import { createMembers, type Members } from './members.ts';
import { createReadPositions, type ReadPositions } from './readPositions.ts';
import type { SpaceCalls } from './spaceCalls.ts';
import { createSpaces, type Spaces } from './spaces.ts';
import { createTyping, type Typing } from './typing.ts';

interface ChatsPorts extends Pick<AccountConnection, 'attempt' | 'socket'> {
  db: AccountDb;
  api: Api;
  me: Device;
  clock: SchedulerLike;
  inbox: Inbox;
  catchUp(): Promise<void>;
  runExclusive<T>(run: () => Promise<T>): Promise<T>;
  emit(event: EngineEvent): void;
  warn(kind: ProblemKind): (thrown: unknown) => void;
}

export interface Chats {
  typing: Typing;
  readPositions: ReadPositions;
  members: Members;
  spaces: Spaces;
  /** Loads its code first. @throws Fault REQUEST_FAILED */
  groups(): Promise<Groups>;
  /** Loads its code first. @throws Fault REQUEST_FAILED */
  spaceCalls(): Promise<SpaceCalls>;
  /** Updates contacts and contact requests. */
  refreshContacts(): void;
}

export function createChats(ports: ChatsPorts): Chats {
  const { socket, warn } = ports;
  const refreshContactLists = createContactRefresh(ports);
  const members = createMembers({ ...ports, onError: warn('members') });
  const spaces = createSpaces(ports);
  return {
    members,
    spaces,
    readPositions: createReadPositions({ ...ports, onError: warn('told') }),
    typing: createTyping({
      ...ports,
      // Typing is ephemeral: it is dropped when it cannot be sent now.
      sendTyping: (conversationId, isTyping) =>
        void socket.request('typing', { conversationId, typing: isTyping }).catch(() => {}),
    }),
    // A separate chunk, because only actions of a person need it; arriving messages do not.
    groups: onDemand(
      () => import(/* webpackChunkName: "groups" */ './groups.ts'),
      ({ createGroups }) => createGroups({ ...ports, members }),
    ).get,
    spaceCalls: onDemand(
      () => import(/* webpackChunkName: "groups" */ './spaceCalls.ts'),
      ({ createSpaceCalls }) => createSpaceCalls({ ...ports, spaces }),
    ).get,
    refreshContacts: () => void ports.attempt('contacts', refreshContactLists),
  };
}
