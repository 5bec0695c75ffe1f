// Space classifications and templates.
import type { Conversation_GroupSetting } from '@amber/proto';

/** The English name of each classification, by id. Pages have translations in remotes/channels/src/words. */
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

const openRoom = (name: string, roomType: RoomType = 'chat'): RoomPlan => ({
  name,
  roomType,
  groupSetting: { supportAnonymous: false, visibility: true },
});
const anonymousRoom = (name: string): RoomPlan => ({
  name,
  roomType: 'topic',
  groupSetting: { supportAnonymous: true, visibility: true },
});
const managementRoom: RoomPlan = {
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
export const plainRooms: RoomPlan[] = [openRoom('General')];

export const spaceTemplates: Template[] = [
  {
    templateId: 'community',
    name: 'Community',
    spaceClassification: 'community',
    intro: 'A place for people who care about the same thing.',
    rooms: [openRoom('General'), openRoom('Introductions', 'topic'), openRoom('Questions', 'topic'), managementRoom],
  },
  {
    templateId: 'friends',
    name: 'Friends',
    spaceClassification: 'friends',
    intro: 'For the people you already know.',
    rooms: [openRoom('Living room'), openRoom('Plans', 'topic'), openRoom('Photos', 'topic')],
  },
  {
    templateId: 'study',
    name: 'Study group',
    spaceClassification: 'science',
    intro: 'Learn together: share notes and ask questions.',
    rooms: [openRoom('Classroom'), openRoom('Notes', 'topic'), anonymousRoom('Ask anything'), managementRoom],
  },
  {
    templateId: 'project',
    name: 'Project',
    spaceClassification: 'work',
    intro: 'Everything about one project, in one place.',
    rooms: [openRoom('Team'), openRoom('Ideas', 'topic'), openRoom('Finished', 'topic'), managementRoom],
  },
  {
    templateId: 'club',
    name: 'Games club',
    spaceClassification: 'games',
    intro: 'Find someone to play with tonight.',
    rooms: [
      openRoom('Lobby'),
      openRoom('Looking for players', 'topic'),
      openRoom('Strategies', 'topic'),
      managementRoom,
    ],
  },
];
