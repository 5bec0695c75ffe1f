// The sentences of a conversation's own lines: who made it, who came, who left.
import type { LineId, PersonNamed } from '@amber/proto/systemCommands';
import type { SystemBody } from '@amber/proto/bodies';
import { listed } from './listed.ts';
import { strings } from '../strings.ts';

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
  /** It is about me and nobody else. */
  aboutMe: boolean;
  name: string;
  on: boolean;
  /** What is written waits for consent. */
  waits: boolean;
}

const { system: s } = strings;
const sentences = {
  createGroup: ({ actor, byMe, people, name }) => (byMe ? s.youCreated(name, people) : s.created(actor, name, people)),
  inviteMember: ({ actor, byMe, people }) => (byMe ? s.youInvited(people) : s.invited(actor, people)),
  joinMember: ({ actor, byMe }) => (byMe ? s.youJoined : s.joined(actor)),
  deleteMember: ({ actor, byMe, people }) => (byMe ? s.youRemoved(people) : s.removed(actor, people)),
  quitMember: ({ actor, byMe }) => (byMe ? s.youLeft : s.left(actor)),
  dismissGroup: () => s.disbanded,
  handOver: ({ actor, byMe, people, aboutMe }) =>
    aboutMe ? s.youAreOwner(actor) : byMe ? s.youHandedOver(people) : s.handedOver(actor, people),
  groupName: ({ actor, byMe, name }) => (byMe ? s.youNamed(name) : s.named(actor, name)),
  groupSetting: ({ actor, byMe }) => (byMe ? s.youSetUp : s.setUp(actor)),
  nickname: ({ actor, byMe, name }) => (byMe ? s.yourNickname(name) : s.nickname(actor, name)),
  slap: ({ actor, byMe, people, aboutMe }) =>
    byMe ? (aboutMe ? s.youSlappedYourself : s.youSlapped(people)) : s.slapped(actor, people),
  encrypt: ({ actor, byMe, on }) => (byMe ? s.youEncrypted(on) : s.encrypted(actor, on)),
  callInfo: ({ actor, byMe }) => (byMe ? s.youCalled : s.called(actor)),
  blocked: () => s.blocked,
  contactDelete: () => s.contactDeleted,
  keyChanged: ({ actor, byMe, waits }) =>
    byMe ? s.ownKeyChanged : waits ? s.keyChangedWaits(actor) : s.keyChanged(actor),
  newDevice: ({ actor, byMe, waits }) => (byMe ? s.ownNewDevice : waits ? s.newDeviceWaits(actor) : s.newDevice(actor)),
  plainSent: () => s.plainSent,
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
        ? nameOf(identifier) || given.get(identifier) || strings.someone
        : strings.anonymous;
  const about = (targets.length > 0 ? targets : [...given.keys()]).filter(
    (identifier) => cmdId !== 'createGroup' || identifier !== actor,
  );
  return sentences[cmdId]({
    actor: called(actor),
    people: listed(about.map(called)),
    byMe: actor === me,
    aboutMe: about.length === 1 && about[0] === me,
    name: [body['name'], body['nickname']].find((name): name is string => typeof name === 'string') ?? '',
    on: body['encrypted'] !== false,
    waits: body['waits'] === true,
  });
}
