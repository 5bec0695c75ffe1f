import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './run.ts';

/** The files of pages that read a person's own name, and why they need no lookup of the remark. */
const readers: Readonly<Record<string, string>> = {
  'shared/ui/src/people/personName.ts': 'the function for names',
  'shared/conversationScreen/src/people/useMembers.ts':
    'the function for the names of members, whose rows have the remark',
  'shared/conversationScreen/src/people/usePeople.ts': 'the rows have the remark; mentions contain the own name',
  'shared/conversationScreen/src/people/usePeopleSearch.ts': 'a type',
  'shared/conversationScreen/src/people/PeoplePicker.tsx': 'a type',
  'shared/conversationScreen/src/details/useAllMembers.ts': 'a search by all names of a member',
  'shared/conversationScreen/src/kit/conversationProfile.ts': 'the own name below the remark',
  'shared/conversation/src/message/systemLine.ts': 'the name in the line, for people whom this device does not know',
  'remotes/chat/src/contacts/contactName.ts': 'the function for the names of contacts, whose rows have the remark',
  'remotes/chat/src/contacts/contactSections.ts': 'a search by all names of a contact',
  'remotes/chat/src/contacts/ContactList.tsx': 'the own name beside the remark',
  'remotes/chat/src/contacts/ContactDetail.tsx': 'the own name below the remark',
  'remotes/chat/src/contacts/NewContacts.tsx': 'passed to contactName with the remark',
  'remotes/chat/src/contacts/FindPeople.tsx': 'passed to contactName with the remark',
  'remotes/airdrop/src/manage/targets.ts': 'a row of a contact, which has the remark',
  'remotes/airdrop/src/manage/Results.tsx': 'the name in the file that operators download',
  'remotes/moments/src/card/MomentCard.tsx': 'the remark is a prop',
  'remotes/moments/src/pages/PersonMoments.tsx': 'the remark is a title before the person has loaded',
  'shell/src/frame/FeatureTitle.tsx': 'a row of a contact, which has the remark',
  'shell/src/frame/rareToast.ts': 'the engine has put the remark into the event',
  'shell/src/notifications/chatNotification.ts': 'rows of a contact and a member, which have the remark',
  'shell/src/notifications/waitingPeople.ts': 'reads the remark from the row of a contact',
  'shell/src/settings/FavoriteSettings.tsx': 'rows of a contact and a member, which have the remark',
  'shell/src/profile/PersonHeader.tsx': 'the own name below the remark',
  'shared/conversationScreen/src/details/PersonDetails.tsx': 'the own name below the remark',
  'shared/conversationScreen/src/details/MemberDetails.tsx': 'the own name below the remark',
  // The account's own name.
  'remotes/moments/src/card/WaitingCard.tsx': 'own',
  'remotes/moments/src/writing/PostBox.tsx': 'own',
  'remotes/template/src/Home.tsx': 'own',
  'shell/src/admin/BecomeOperator.tsx': 'own',
  'shell/src/settings/ProfileSettings.tsx': 'own',
  'shell/src/settings/Settings.tsx': 'own',
  'shell/src/signIn/ProfileForm.tsx': 'own',
  'shell/src/signIn/SetUp.tsx': 'own',
  // Bots are no contacts: they have no remark.
  'remotes/ai/src/BotDetails.tsx': 'a bot',
  'remotes/ai/src/botEntries.ts': 'a bot',
  'remotes/channels/src/SpaceHome.tsx': 'a bot',
  'remotes/channels/src/rooms/RoomList.tsx': 'a bot',
  'shared/conversationScreen/src/robot/BotBar.tsx': 'a bot',
  'shared/conversationScreen/src/robot/BotBeginning.tsx': 'a bot',
  'shared/conversationScreen/src/robot/SpeakAnswers.tsx': 'a bot',
};

test('R103 pages show names by the function that prefers the remark', () => {
  const sources = globSync(
    [
      'shared/{conversation,conversationScreen,ui}/src/**/*.{ts,tsx}',
      'shell/src/**/*.{ts,tsx}',
      'remotes/*/src/**/*.{ts,tsx}',
    ],
    {
      cwd: root,
      exclude: (path) => /\.test\.tsx?$|\/(testing|gen|node_modules)(\/|$)/.test(path),
    },
  );
  const found = sources.filter((path) => /\blastName\b/.test(readFileSync(`${root}/${path}`, 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(readers).toSorted());
});
