// Loads the code for voice messages when the first one is recorded or converted to text.
import { getIdentityRow } from '../keys/identityRows.ts';
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
import type { Voice, VoicePorts } from './voice.ts';

/** Each call loads the code first. @throws Fault REQUEST_FAILED when that fails; the next call tries again. */
export function createVoiceOnDemand(ports: VoicePorts): Voice {
  const voice = onDemand(
    () => import(/* webpackChunkName: "voice" */ './voice.ts'),
    ({ createVoice }) => createVoice(ports),
  );
  return {
    ...forwardTo(voice.get, 'append', 'discard', 'send', 'transcribe', 'dictate', 'cancel'),
    async draft(request) {
      // Each conversation that is opened asks, and few have a draft.
      if (!(await getIdentityRow(ports.db, 'voiceDraft:', request.conversationId))) return null;
      return (await voice.get()).draft(request);
    },
    close: () => voice.ifLoaded(({ close }) => close()),
  };
}
