// The sentences of system lines, such as who created, joined or left a conversation.
import type { LineId, PersonNamed } from '@amber/proto/systemCommands';
import type { SystemBody } from '@amber/proto/bodies';
import { formatDuration } from '@amber/words/formats';
import { personName } from '@amber/ui/personName';
import { formatNames } from '../kit/format.ts';
import { words } from '../words/gen/conversation.ts';
import { words as s } from '../words/gen/system.ts';

type Origin = SystemBody['originMessage'];

interface NameResolver {
  me: string;
  /** Returns the name that this reader knows the person by; '' if unknown. */
  nameOf(identifier: string): string;
}

interface LineContext {
  actor: string;
  /** The affected people, as one phrase; empty for none. */
  people: string;
  isByMe: boolean;
  /** Whether the reader is the only affected person. */
  isAboutMe: boolean;
  name: string;
  on: boolean;
  /** Whether the picture was removed. */
  isRemoved: boolean;
  /** Whether messages wait for consent to changed keys. */
  needsConsent: boolean;
  /** The number of messages, as far as it is known. */
  count: number;
  /** The party that ended the conversation with a human. */
  by: unknown;
  /** How a call ended, and its length; empty while that is unknown. */
  outcome: unknown;
  length: string;
  isVideoCall: boolean;
}

const onOff = (on: boolean) => (on ? 'on' : 'off');
const sentences = {
  createGroup: ({ actor, isByMe, people, name }) => {
    if (people) return isByMe ? s.youCreatedWith({ name, people }) : s.createdWith({ who: actor, name, people });
    return isByMe ? s.youCreated({ name }) : s.created({ who: actor, name });
  },
  inviteMember: ({ actor, isByMe, people, isAboutMe }) =>
    isAboutMe ? s.invitedYou({ who: actor }) : isByMe ? s.youInvited({ people }) : s.invited({ who: actor, people }),
  joinMember: ({ actor, isByMe }) => (isByMe ? s.youJoined : s.joined({ who: actor })),
  deleteMember: ({ actor, isByMe, people, isAboutMe }) =>
    isAboutMe ? s.removedYou({ who: actor }) : isByMe ? s.youRemoved({ people }) : s.removed({ who: actor, people }),
  quitMember: ({ actor, isByMe }) => (isByMe ? s.youLeft : s.left({ who: actor })),
  dismissGroup: () => s.disbanded,
  handOver: ({ actor, isByMe, people, isAboutMe }) =>
    isAboutMe
      ? s.youAreOwner({ who: actor })
      : isByMe
        ? s.youHandedOver({ people })
        : s.handedOver({ who: actor, people }),
  groupName: ({ actor, isByMe, name }) => (isByMe ? s.youNamed({ name }) : s.named({ who: actor, name })),
  groupAvatar: ({ actor, isByMe, isRemoved }) => {
    if (isRemoved) return isByMe ? s.youRemovedPicture : s.pictureRemoved({ who: actor });
    return isByMe ? s.youSetPicture : s.pictureSet({ who: actor });
  },
  groupSetting: ({ actor, isByMe }) => (isByMe ? s.youSetUp : s.setUp({ who: actor })),
  nickname: ({ actor, isByMe, name }) => {
    if (!name) return isByMe ? s.yourNicknameRemoved : s.nicknameRemoved({ who: actor });
    return isByMe ? s.yourNickname({ name }) : s.nickname({ who: actor, name });
  },
  waitConnect: ({ actor, isByMe }) => (isByMe ? s.youWaitConnect : s.waitConnect({ who: actor })),
  agentConnect: ({ name }) => (name ? s.agentConnect({ name }) : s.agentConnectNoName),
  switchedToAi: ({ name, by }) =>
    by === 'human' ? s.switchedToAi.human({ name }) : by === 'away' ? s.switchedToAi.away : s.switchedToAi.person,
  slap: ({ actor, isByMe, people, isAboutMe }) => {
    if (isByMe) return isAboutMe ? s.youSlappedYourself : s.youSlapped({ people });
    return isAboutMe ? s.slappedYou({ who: actor }) : s.slapped({ who: actor, people });
  },
  encrypt: ({ actor, isByMe, on }) => (isByMe ? s.youEncrypted[onOff(on)] : s.encrypted[onOff(on)]({ who: actor })),
  callOffer: ({ actor, isByMe, outcome, length, isVideoCall }) => {
    if (outcome === 'missed')
      return isByMe ? s.noAnswer : isVideoCall ? s.missedVideoCall({ who: actor }) : s.missedCall({ who: actor });
    if (outcome === 'declined') return isByMe ? s.callDeclined : s.youDeclined({ who: actor });
    if (!length) return isByMe ? s.youCalled : s.called({ who: actor });
    return isByMe ? s.youCalledFor({ length }) : s.calledFor({ who: actor, length });
  },
  blocked: () => s.blocked,
  contactDelete: () => s.contactDeleted,
  keyChanged: ({ actor, isByMe, needsConsent }) =>
    isByMe ? s.ownKeyChanged : needsConsent ? s.keyChangedWaits({ who: actor }) : s.keyChanged({ who: actor }),
  newDevice: ({ actor, isByMe, needsConsent }) =>
    isByMe ? s.ownNewDevice : needsConsent ? s.newDeviceWaits({ who: actor }) : s.newDevice({ who: actor }),
  plainSent: () => s.plainSent,
  offAsked: ({ actor }) => s.offAsked({ who: actor }),
  restored: () => s.restored,
  missing: ({ count }) => s.missing({ count }),
} satisfies Record<LineId, (line: LineContext) => string>;

/** Whether this build has a sentence for the line; a newer build may have written it. */
const isLineId = (cmdId: string): cmdId is LineId => Object.hasOwn(sentences, cmdId);

const isNamed = (value: unknown): value is PersonNamed =>
  value !== null &&
  typeof value === 'object' &&
  typeof (value as PersonNamed).identifier === 'string' &&
  typeof (value as PersonNamed).lastName === 'string';

/** Returns the sentence of several people who have joined, oldest first. */
export function joinedLine(origins: readonly Origin[], { nameOf }: NameResolver): string {
  const names = origins.map(({ actor, body }) => {
    const members = Array.isArray(body['members']) ? body['members'].filter(isNamed) : [];
    return nameOf(actor) || personName(members.find(({ identifier }) => identifier === actor)?.lastName ?? '');
  });
  return s.joined({ who: formatNames([...new Set(names)]) });
}

/** Returns the sentence of a system line from the reader's point of view, or '' for a command without one. */
export function systemLine({ cmdId, actor, targets, body }: Origin, { me, nameOf }: NameResolver): string {
  if (!isLineId(cmdId)) return '';
  const members = Array.isArray(body['members']) ? body['members'].filter(isNamed) : [];
  const bodyNames = new Map(members.map(({ identifier, lastName }) => [identifier, lastName]));
  const displayName = (identifier: string) =>
    identifier === me
      ? s.you
      : identifier
        ? personName(nameOf(identifier) || bodyNames.get(identifier) || '') || words.someone
        : words.anonymous;
  const subjects = (targets.length > 0 ? targets : [...bodyNames.keys()]).filter(
    (identifier) => cmdId !== 'createGroup' || identifier !== actor,
  );
  return sentences[cmdId]({
    actor: displayName(actor),
    people: formatNames(subjects.map(displayName)),
    isByMe: actor === me,
    isAboutMe: subjects.length === 1 && subjects[0] === me,
    name: personName([body['name'], body['nickname']].find((name): name is string => typeof name === 'string') ?? ''),
    on: body['encrypted'] !== false,
    isRemoved: body['avatar'] === '',
    needsConsent: body['waits'] === true,
    count: typeof body['count'] === 'number' ? body['count'] : 1,
    by: body['by'],
    outcome: body['outcome'],
    length: typeof body['duration'] === 'number' && body['duration'] > 0 ? formatDuration(body['duration']) : '',
    isVideoCall: body['video'] === true,
  });
}
