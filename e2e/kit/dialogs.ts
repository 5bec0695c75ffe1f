// Every dialog of the app: how to open it on a screen, or why the walk over all screens leaves it out.
import type { Locator, Page } from '@playwright/test';
import { names, type Places } from './screens.ts';

type Role = 'button' | 'link' | 'menuitem' | 'tab';

/** How controls are used. */
interface Hand {
  press(control: Locator): Promise<void>;
  /** Opens the menu of a message. */
  openMenu(message: Locator): Promise<void>;
}

/** By key; the focus is set, because another test walks all the way with Tab and arrows. */
export const keyboard: Hand = {
  press: (control) => control.press('Enter'),
  openMenu: (message) => message.press('Shift+F10'),
};

interface WalkedDialog {
  path(places: Places): string;
  open(page: Page, by: Hand): Promise<void>;
}

/** A name in the English catalogue; where it contains another name, invisible marks isolate that. */
const nameOf = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[/.?]/g, '\\$&').split(' ').join('[\\u2066-\\u2069]* [\\u2066-\\u2069]*')}`);

/** Presses these controls in turn. A control's name begins with the text. */
const press =
  (...controls: readonly [role: Role, name: string][]) =>
  async (page: Page, by: Hand): Promise<void> => {
    for (const [role, name] of controls) await by.press(page.getByRole(role, { name: nameOf(name) }).first());
  };

const messageMenu = (entry: string) => async (page: Page, by: Hand) => {
  await by.openMenu(page.getByRole('article').filter({ hasText: names.message }));
  await by.press(page.getByRole('menuitem', { name: entry }));
};

const profile = ({ person }: Places) => `/${person}`;
const details = ({ group }: Places) => `/channels/me/${group}?details`;
const personDetails = ({ chat }: Places) => `/channels/me/${chat}?details`;
const spaceSettings = ({ space }: Places) => `/channels/setting/${space}`;
const inOwnMoment = (entry: string) => async (page: Page, by: Hand) => {
  await by.press(page.getByRole('article').filter({ hasText: names.moment }).getByRole('button', { name: /^More/ }));
  await by.press(page.getByRole('menuitem', { name: entry }));
};
const inProfileMenu = (entry: string) => press(['button', 'More'], ['menuitem', entry]);

/** By the file that renders it; a test compares the files with those in the code. */
export const dialogs: Readonly<Record<string, readonly WalkedDialog[] | string>> = {
  'shell/src/calls/CallDevices.tsx': [
    { path: () => '/settings/privacy', open: press(['button', 'Microphone, camera and speaker']) },
  ],
  'shared/conversation/src/composer/RecordingBar.tsx': 'needs a microphone: voice.spec.ts',
  'shared/conversation/src/files/prepare/MetadataConfirm.tsx': 'needs a file with metadata: files.spec.ts',
  'shared/conversation/src/kit/useConsent.tsx': 'needs a voice message: voice.spec.ts',
  'shared/conversation/src/message/ReactionsDialog.tsx': 'needs a reaction: actions.spec.ts',
  'shared/conversation/src/message/SelectionBar.tsx': 'needs several messages: actions.spec.ts',
  'shared/conversationScreen/src/chats/ForwardDialog.tsx': [
    { path: ({ group }) => `/channels/me/${group}`, open: messageMenu('Forward') },
  ],
  'shared/conversationScreen/src/details/GroupPicture.tsx': [
    { path: details, open: press(['button', 'Change picture']) },
  ],
  'shared/conversationScreen/src/details/InviteDialog.tsx': [{ path: details, open: press(['button', 'Invite']) }],
  'shared/conversationScreen/src/details/LeaveGroup.tsx': [{ path: details, open: press(['button', 'Delete group']) }],
  'shared/conversationScreen/src/details/PersonDetails.tsx': 'needs a contact: panel.spec.ts',
  'shared/conversationScreen/src/details/RoomDetails.tsx': 'needs a hidden room of somebody else: spaces.spec.ts',
  'shared/conversationScreen/src/details/useMemberItems.tsx': [
    { path: details, open: press(['button', `More for ${names.person}`], ['menuitem', 'Make owner']) },
    { path: details, open: press(['button', `More for ${names.person}`], ['menuitem', 'Remove']) },
  ],
  'shared/conversationScreen/src/kit/BlockPerson.tsx': [{ path: personDetails, open: press(['button', 'Block']) }],
  'shared/conversationScreen/src/kit/DeleteChat.tsx': [{ path: personDetails, open: press(['button', 'Delete chat']) }],
  'shared/conversationScreen/src/kit/PictureUpload.tsx': [
    { path: () => '/airdrop/manage/new', open: press(['button', 'Choose a picture']) },
  ],
  'shared/conversationScreen/src/people/StrangerBar.tsx': 'needs a message of a stranger: person.spec.ts',
  'shared/conversationScreen/src/robot/AskHuman.tsx': 'needs a bot with people behind it: bots.spec.ts',
  'shared/conversationScreen/src/robot/BotBar.tsx': 'needs an answer of a bot: bots.spec.ts',
  'shared/conversationScreen/src/timeline/EditHistory.tsx': 'needs an edited message: actions.spec.ts',
  'shared/conversationScreen/src/timeline/QuotePart.tsx': [
    { path: ({ group }) => `/channels/me/${group}`, open: messageMenu('Quote a part') },
  ],
  'shared/conversationScreen/src/security/SecurityDialog.tsx': [
    {
      path: ({ chat }) => `/channels/me/${chat}`,
      open: (page, by) => by.press(page.getByRole('button', { name: /^(Encrypted|Not encrypted)/ })),
    },
  ],
  'remotes/ai/src/CreateBot.tsx': [
    { path: ({ bot }) => `/ai/create?bot=${bot}`, open: press(['button', 'Remove companion']) },
  ],
  'remotes/ai/src/MemoryList.tsx': 'needs a memory: bots.spec.ts',
  'remotes/ai/src/Preview.tsx': [{ path: ({ bot }) => `/ai/create?bot=${bot}`, open: press(['button', 'Try it']) }],
  'remotes/ai/src/voice/OwnVoices.tsx': 'needs a cloned voice: bot-voice.spec.ts',
  'remotes/ai/src/voice/Recordings.tsx': 'needs a recording: bot-voice.spec.ts',
  'remotes/airdrop/src/manage/Manage.tsx': [
    {
      path: () => '/airdrop/manage',
      open: press(['button', `Actions for ${names.campaign}`], ['menuitem', 'Stop']),
    },
  ],
  'remotes/channels/src/joining/InviteToSpace.tsx': [
    { path: ({ space }) => `/channels/invite/${space}`, open: press(['button', 'Revoke link']) },
  ],
  'remotes/channels/src/rooms/RoomSettings.tsx': [
    { path: spaceSettings, open: press(['tab', 'Rooms'], ['button', 'Delete room']) },
  ],
  'remotes/channels/src/settings/LeaveSpace.tsx': [
    { path: () => '/channels/welcome', open: press(['button', 'More for Welcome'], ['menuitem', 'Leave space']) },
  ],
  'remotes/channels/src/settings/SpaceSettings.tsx': [
    { path: spaceSettings, open: press(['tab', 'Members'], ['button', 'Delete space']) },
  ],
  'remotes/chat/src/HistoryRequest.tsx': 'needs a second device: devices.spec.ts',
  'remotes/chat/src/NewGroupDialog.tsx': [{ path: () => '/channels/me', open: press(['button', 'New group']) }],
  'remotes/chat/src/contacts/ContactDetail.tsx': [
    { path: ({ person }) => `/contacts?person=${person}`, open: press(['button', 'Block']) },
    { path: ({ person }) => `/contacts?person=${person}`, open: press(['button', 'Add']) },
  ],
  'remotes/chat/src/contacts/FindPeople.tsx': [
    {
      path: () => '/contacts/new',
      async open(page, by) {
        await page.getByRole('searchbox', { name: 'Find people' }).click();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type(names.person);
        await press(['button', `Add ${names.person}`])(page, by);
      },
    },
  ],
  'remotes/moments/src/card/EditDialog.tsx': [{ path: () => '/moments', open: inOwnMoment('Edit') }],
  'remotes/moments/src/card/MomentActions.tsx': [{ path: () => '/moments', open: inOwnMoment('Delete') }],
  'remotes/moments/src/writing/PictureStrip.tsx': 'needs a picture: moments.spec.ts',
  'shell/src/admin/NewTokenDialog.tsx': 'shows a secret once: federation.spec.ts',
  'shell/src/admin/OfferCard.tsx': [{ path: () => '/admin/features', open: press(['button', 'Remove moments']) }],
  'shell/src/admin/Paths.tsx': [
    { path: () => '/admin/features', open: press(['button', 'Hand over /moments']) },
    { path: () => '/admin/features', open: press(['button', 'Free /moments']) },
  ],
  'shell/src/admin/TestingSection.tsx': 'shows a secret once: federation.spec.ts',
  'shell/src/admin/ReasonDialog.tsx': 'the dialog of OfferCard.tsx',
  'shell/src/devices/DevicesSettings.tsx': [{ path: () => '/settings/devices', open: press(['button', 'Rename']) }],
  'shell/src/devices/ReplaceDevice.tsx': 'needs as many devices as are allowed: devices.spec.ts',
  'shell/src/frame/HostActionDialog.tsx': 'asked by a feature: encryption.spec.ts and approval.spec.ts',
  'shell/src/frame/keys/ShortcutSheet.tsx': [
    { path: () => '/settings/me', open: (page) => page.locator('main').press('Control+/') },
  ],
  'shell/src/profile/PersonHeader.tsx': [
    { path: profile, open: press(['button', 'Add contact']) },
    { path: profile, open: inProfileMenu('Block') },
  ],
  'shell/src/profile/RemarkDialog.tsx': [{ path: profile, open: inProfileMenu('Set nickname') }],
  'shell/src/settings/StorageSettings.tsx': [
    { path: () => '/settings/storage', open: press(['button', 'Clear old messages']) },
  ],
  'shell/src/settings/account/DeleteCard.tsx': [{ path: () => '/settings/account', open: press(['button', 'Delete']) }],
  'shell/src/settings/account/SignOutDialog.tsx': [
    { path: () => '/settings/account', open: press(['button', 'Sign out']) },
  ],
  'shell/src/settings/qr/QrSettings.tsx': [{ path: () => '/settings/qr', open: press(['button', 'Create new code']) }],
  'shell/src/settings/qr/ScanDialog.tsx': 'needs a camera: profile.spec.ts',
  'shell/src/signIn/CountryPicker.tsx': 'only at the sign-in: signIn.spec.ts',
  'shell/src/signIn/ProfileForm.tsx': [{ path: () => '/settings/profile', open: press(['button', 'Upload']) }],
};
