// The sentences of a conversation's system lines: who created it, joined or left.
import type { LineId, PersonNamed } from '@amber/proto/systemCommands';
import type { SystemBody } from '@amber/proto/bodies';
import { personName } from '@amber/ui/personName';
import { listed } from '../kit/listed.ts';
import { words } from '../words/gen/conversation.ts';

type Origin = SystemBody['originMessage'];

interface Reader {
  me: string;
  /** How this reader calls a person; empty when unknown here. */
  nameOf(identifier: string): string;
}

interface Line {
  actor: string;
  /** The people it is about, as one phrase; empty for none. */
  people: string;
  byMe: boolean;
  /** It is about me alone. */
  aboutMe: boolean;
  name: string;
  on: boolean;
  /** The picture was removed. */
  none: boolean;
  /** What is written waits for consent. */
  waits: boolean;
  /** How many messages, as far as known. */
  count: number;
  /** Who ended it. */
  by: unknown;
}

const { system: s } = words;
const onOff = (on: boolean) => (on ? 'on' : 'off');
const sentences = {
  createGroup: ({ actor, byMe, people, name }) => {
    if (people) return byMe ? s.youCreatedWith({ name, people }) : s.createdWith({ who: actor, name, people });
    return byMe ? s.youCreated({ name }) : s.created({ who: actor, name });
  },
  inviteMember: ({ actor, byMe, people, aboutMe }) =>
    aboutMe ? s.invitedYou({ who: actor }) : byMe ? s.youInvited({ people }) : s.invited({ who: actor, people }),
  joinMember: ({ actor, byMe }) => (byMe ? s.youJoined : s.joined({ who: actor })),
  deleteMember: ({ actor, byMe, people, aboutMe }) =>
    aboutMe ? s.removedYou({ who: actor }) : byMe ? s.youRemoved({ people }) : s.removed({ who: actor, people }),
  quitMember: ({ actor, byMe }) => (byMe ? s.youLeft : s.left({ who: actor })),
  dismissGroup: () => s.disbanded,
  handOver: ({ actor, byMe, people, aboutMe }) =>
    aboutMe ? s.youAreOwner({ who: actor }) : byMe ? s.youHandedOver({ people }) : s.handedOver({ who: actor, people }),
  groupName: ({ actor, byMe, name }) => (byMe ? s.youNamed({ name }) : s.named({ who: actor, name })),
  groupAvatar: ({ actor, byMe, none }) => {
    if (none) return byMe ? s.youRemovedPicture : s.pictureRemoved({ who: actor });
    return byMe ? s.youSetPicture : s.pictureSet({ who: actor });
  },
  groupSetting: ({ actor, byMe }) => (byMe ? s.youSetUp : s.setUp({ who: actor })),
  nickname: ({ actor, byMe, name }) => {
    if (!name) return byMe ? s.yourNicknameRemoved : s.nicknameRemoved({ who: actor });
    return byMe ? s.yourNickname({ name }) : s.nickname({ who: actor, name });
  },
  waitConnect: ({ actor, byMe }) => (byMe ? s.youWaitConnect : s.waitConnect({ who: actor })),
  agentConnect: ({ name }) => (name ? s.agentConnect({ name }) : s.agentConnectNoName),
  switchedToAi: ({ name, by }) =>
    by === 'human' ? s.switchedToAi.human({ name }) : by === 'away' ? s.switchedToAi.away : s.switchedToAi.person,
  slap: ({ actor, byMe, people, aboutMe }) => {
    if (byMe) return aboutMe ? s.youSlappedYourself : s.youSlapped({ people });
    return aboutMe ? s.slappedYou({ who: actor }) : s.slapped({ who: actor, people });
  },
  encrypt: ({ actor, byMe, on }) => (byMe ? s.youEncrypted[onOff(on)] : s.encrypted[onOff(on)]({ who: actor })),
  callInfo: ({ actor, byMe }) => (byMe ? s.youCalled : s.called({ who: actor })),
  blocked: () => s.blocked,
  contactDelete: () => s.contactDeleted,
  keyChanged: ({ actor, byMe, waits }) =>
    byMe ? s.ownKeyChanged : waits ? s.keyChangedWaits({ who: actor }) : s.keyChanged({ who: actor }),
  newDevice: ({ actor, byMe, waits }) =>
    byMe ? s.ownNewDevice : waits ? s.newDeviceWaits({ who: actor }) : s.newDevice({ who: actor }),
  plainSent: () => s.plainSent,
  offAsked: ({ actor }) => s.offAsked({ who: actor }),
  restored: () => s.restored,
  missing: ({ count }) => s.missing({ count }),
} satisfies Record<LineId, (line: Line) => string>;

/** Whether this build has a sentence for it; a newer one may have written the line. */
const isLine = (cmdId: string): cmdId is LineId => Object.hasOwn(sentences, cmdId);

const isNamed = (value: unknown): value is PersonNamed =>
  value !== null &&
  typeof value === 'object' &&
  typeof (value as PersonNamed).identifier === 'string' &&
  typeof (value as PersonNamed).lastName === 'string';

/** The sentence of a line that this device made of a system command, as this reader reads it. Commands without a line give ''. */
export function systemLine({ cmdId, actor, targets, body }: Origin, { me, nameOf }: Reader): string {
  if (!isLine(cmdId)) return '';
  const members = Array.isArray(body['members']) ? body['members'].filter(isNamed) : [];
  const given = new Map(members.map(({ identifier, lastName }) => [identifier, lastName]));
  const called = (identifier: string) =>
    identifier === me
      ? s.you
      : identifier
        ? personName(nameOf(identifier) || given.get(identifier) || '') || words.someone
        : words.anonymous;
  const about = (targets.length > 0 ? targets : [...given.keys()]).filter(
    (identifier) => cmdId !== 'createGroup' || identifier !== actor,
  );
  return sentences[cmdId]({
    actor: called(actor),
    people: listed(about.map(called)),
    byMe: actor === me,
    aboutMe: about.length === 1 && about[0] === me,
    name: personName([body['name'], body['nickname']].find((name): name is string => typeof name === 'string') ?? ''),
    on: body['encrypted'] !== false,
    none: body['avatar'] === '',
    waits: body['waits'] === true,
    count: typeof body['count'] === 'number' ? body['count'] : 1,
    by: body['by'],
  });
}
