// What loads with the first call of a page.
import { showToast } from '@amber/client/hostEngine';
import type { CallRequest } from './callController.ts';
import { words } from '../words/gen/call.ts';
import { calls } from './pageCalls.ts';

export { CallView } from './CallView.tsx';
export { calls };

/** Calls a person, or answers them; says so if this page is in another call. */
export async function startCall(person: CallRequest): Promise<void> {
  const call = calls.state$.value;
  if (call && call.status !== 'ended' && call.conversationId !== person.conversationId)
    return showToast('info', words.alreadyInCall);
  await calls.start(person);
}
