// Space classifications and templates.
import type { Conversation_GroupSetting } from '@amber/proto';

/** By id: the English name. Pages have their own for each language, in remotes/channels/src/words. */
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

/** `chat` and `manage` are chat rooms; a `topic` room is about one subject. */
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

/** The rooms of a space without a template. */
export const plainRooms: RoomPlan[] = [forAll('General')];

export const spaceTemplates: Template[] = [
  {
    templateId: 'community',
    name: 'Community',
    spaceClassification: 'community',
    intro: 'A place for people who care about the same thing.',
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
    intro: 'Learn together: share notes and ask questions.',
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
    intro: 'Find someone to play with tonight.',
    rooms: [forAll('Lobby'), forAll('Looking for players', 'topic'), forAll('Strategies', 'topic'), management],
  },
];
