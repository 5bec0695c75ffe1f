// What axe finds in a conversation with its menus and dialogs open, in its full, empty, error and offline states.
import { conversationSteps } from '../kit/conversationStates.ts';
import { expectAccessible, test, withoutServiceWorker } from '../kit/world.ts';

const { begin, openMessageMenus, meetFailures } = conversationSteps;

/** Other tests look at the rest: album.spec.ts at pictures, viewers and the send preview, person.spec.ts at a stranger. */
const checked = ['empty', 'menu', 'forward', 'selection', 'offline', 'failed', 'no-access'];

test('R14 R211 axe finds nothing in the states of a conversation, with its menus and dialogs open', async ({
  person,
  world,
}) => {
  const [friend, ada] = await Promise.all(
    ['Axel Friend', 'Ada States'].map((name) => person(name, withoutServiceWorker)),
  );
  const show = async (state: string) => {
    if (checked.includes(state)) await expectAccessible(ada!.page);
  };
  const stage = { ...world, person: ada!, friend: friend!, hasTouch: false, show };
  for (const step of [begin, openMessageMenus, meetFailures]) await step(stage);
});
