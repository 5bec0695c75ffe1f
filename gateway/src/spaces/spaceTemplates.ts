// What spaces are about, what they may begin as, and the rooms that they then have.
import type { Conversation_GroupSetting } from '@amber/proto';

/** The classifications that there are, and how they are called. */
export const classifications = {
  community: 'Community',
  friends: 'Friends & family',
  technology: 'Technology',
  science: 'Science & learning',
  art: 'Art & music',
  games: 'Games',
  sport: 'Sport & outdoors',
  travel: 'Travel & places',
  work: 'Work & projects',
} as const;

/** `chat` and `manage` are chat rooms; a `topic` is about one subject, beside them. */
export const roomTypes = ['chat', 'manage', 'topic'] as const;
export type RoomType = (typeof roomTypes)[number];

export interface RoomPlan {
  name: string;
  roomType: RoomType;
  groupSetting: Conversation_GroupSetting;
}

const forAll = (name: string, roomType: RoomType = 'chat'): RoomPlan => ({
  name,
  roomType,
  groupSetting: { supportAnonymous: false, visibility: true },
});
const anonymous = (name: string): RoomPlan => ({
  name,
  roomType: 'topic',
  groupSetting: { supportAnonymous: true, visibility: true },
});
const management: RoomPlan = {
  name: 'Organizers',
  roomType: 'manage',
  groupSetting: { supportAnonymous: false, visibility: false },
};

interface Template {
  templateId: string;
  name: string;
  intro: string;
  spaceClassification: keyof typeof classifications;
  rooms: RoomPlan[];
}

/** The rooms of a space that is made from no template. */
export const plainRooms: RoomPlan[] = [forAll('General')];

export const spaceTemplates: Template[] = [
  {
    templateId: 'community',
    name: 'Community',
    spaceClassification: 'community',
    intro: 'A place for everybody who cares about the same thing.',
    rooms: [forAll('General'), forAll('Introductions', 'topic'), forAll('Questions', 'topic'), management],
  },
  {
    templateId: 'friends',
    name: 'Friends',
    spaceClassification: 'friends',
    intro: 'For the people you already know.',
    rooms: [forAll('Living room'), forAll('Plans', 'topic'), forAll('Photos', 'topic')],
  },
  {
    templateId: 'study',
    name: 'Study group',
    spaceClassification: 'science',
    intro: 'We learn together: notes, questions, and no silly ones.',
    rooms: [forAll('Classroom'), forAll('Notes', 'topic'), anonymous('Ask anything'), management],
  },
  {
    templateId: 'project',
    name: 'Project',
    spaceClassification: 'work',
    intro: 'Everything about one project, in one place.',
    rooms: [forAll('Team'), forAll('Ideas', 'topic'), forAll('Finished', 'topic'), management],
  },
  {
    templateId: 'club',
    name: 'Games club',
    spaceClassification: 'games',
    intro: 'Find somebody to play with tonight.',
    rooms: [forAll('Lobby'), forAll('Looking for players', 'topic'), forAll('Strategies', 'topic'), management],
  },
];
