// A new device of one's own: from the sign-in to a press on the other one, and what it sees until then.
import { databaseNames } from '../kit/databaseNames.ts';
import {
  approveNewDevice,
  byKeyboard,
  expect,
  expectAccessible,
  message,
  type Person,
  test,
  messageInput,
  withoutServiceWorker,
} from '../kit/world.ts';

test.use(withoutServiceWorker);

const { openChat, sendMessage, signIn } = byKeyboard;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const newSignInNotice = ({ page }: Person) => page.getByRole('region', { name: /^New sign-in/ });
const approvalPrompt = ({ page }: Person) =>
  page.getByRole('region', { name: 'Approve this device on your other one' });

test.describe('a new device', () => {
  test('R176 R203 R177 reads nothing that is sealed until it is approved on the other one, and everything after @journey', async ({
    person,
    newcomer,
    world,
  }) => {
    const ada = await person('Ada Approves');
    const ben = await person('Ben Beside');
    await openChat(ada, ben.name);
    await sendMessage(ada, 'before the phone');
    await world.gateway.resetCodeQuota();
    const handset = { ...(await newcomer(ada.name, phone)), phone: ada.phone };
    await handset.page.goto(world.url);
    await signIn(handset, world.gateway);

    // Its first screen says so, with the code.
    const waiting = handset.page.getByRole('region', { name: 'This device waits for approval' });
    await expect(waiting).toContainText(/(\d{5} ){3}\d{5}/);
    await expect(waiting.getByRole('button', { name: 'I have no other device' })).toBeVisible();
    await expectAccessible(handset.page);
    await waiting.getByRole('button', { name: 'Later' }).click();
    await expect(waiting).toHaveCount(0);
    await handset.page.getByRole('link', { name: /^Ben Beside/ }).click();

    // On the new device: what to do, in place of the box to write in; nothing of before.
    await expect(approvalPrompt(handset)).toBeVisible();
    await expect(messageInput(handset.page)).toHaveCount(0);
    await expect(message(handset.page, 'before the phone')).toHaveCount(0);
    await expectAccessible(handset.page);

    // On the other one: a notice that stays, with the same code.
    await expect(newSignInNotice(ada)).toBeVisible();
    const code = /(\d{5} ){3}\d{5}/;
    const shown = code.exec((await approvalPrompt(handset).textContent())!)![0];
    await expect(newSignInNotice(ada)).toContainText(shown);
    await ada.page.reload();
    await expect(newSignInNotice(ada)).toContainText(shown);
    await expect(newSignInNotice(ada)).toContainText('Is it the same as this one?');
    await expectAccessible(ada.page);

    // Ben is told nothing; what both write does not arrive there.
    await ben.page.getByRole('link', { name: /^Ada Approves/ }).click();
    await sendMessage(ben, 'not for the phone yet');
    await expect(message(ada.page, 'not for the phone yet')).toBeVisible();
    await expect(ben.page.getByRole('log').getByText(/new device/)).toHaveCount(0);
    await expect(message(handset.page, 'not for the phone yet')).toHaveCount(0);

    // By the keyboard.
    await newSignInNotice(ada).getByRole('button', { name: 'They match: approve' }).focus();
    await ada.page.keyboard.press('Enter');
    await expect(newSignInNotice(ada)).toHaveCount(0);
    await expect(approvalPrompt(handset)).toHaveCount(0);
    await messageInput(handset.page).click();
    await handset.page.keyboard.type('from my phone');
    await handset.page.getByRole('button', { name: 'Send' }).click();
    await expect(message(ben.page, 'from my phone')).toBeVisible();
    await expect(message(ada.page, 'from my phone')).toBeVisible();
    await sendMessage(ben, 'for both of you');
    await expect(message(handset.page, 'for both of you')).toBeVisible();
    await expect(message(handset.page, 'not for the phone yet')).toHaveCount(0);
  });

  test('R204 R177 is refused: it is signed out, and holds nothing any more', async ({ person, newcomer, world }) => {
    const cleo = await person('Cleo Careful');
    await world.gateway.resetCodeQuota();
    const thief = { ...(await newcomer(cleo.name)), phone: cleo.phone };
    await thief.page.goto(world.url);
    await signIn(thief, world.gateway);
    await expect(thief.page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await newSignInNotice(cleo).getByRole('button', { name: 'No, sign it out' }).click();
    await expect(newSignInNotice(cleo)).toHaveCount(0);
    await expect(thief.page.getByText('This device was signed out from another one')).toBeVisible();
    await expect.poll(() => databaseNames(thief.page)).toEqual(['amber']);
  });

  test('R177 without another device one asks on the new one, and the other one is told @soak', async ({
    person,
    newcomer,
    world,
  }) => {
    const dan = await person('Dan Lost');
    const eve = await person('Eve Else');
    await openChat(dan, eve.name);
    await sendMessage(dan, 'hello');
    await world.gateway.resetCodeQuota();
    const tablet = { ...(await newcomer(dan.name, phone)), phone: dan.phone };
    await tablet.page.goto(world.url);
    await signIn(tablet, world.gateway);
    await tablet.page.getByRole('link', { name: /^Eve Else/ }).click();
    await approvalPrompt(tablet).getByRole('button', { name: 'I have no other device' }).click();
    await expectAccessible(tablet.page);
    await tablet.page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
    await expect(approvalPrompt(tablet)).toContainText('You have asked to start over');
    await expect(newSignInNotice(dan)).toContainText('It says that you have no other device');
    await approveNewDevice(dan);
    await expect(approvalPrompt(tablet)).toHaveCount(0);
  });
});
