// Reads the messages of a conversation aloud, with the speech service of the host.
import { type ConversationRow, isSealedChat, isSealedMessage, type MessageRow } from '@amber/client/rows';
import { api } from '@amber/client/engine';
import { accountDb } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import type { HostSound, SpeechTrack } from '@amber/client/sound';
import { storedText, storeText } from '@amber/client/storage';
import { currentText } from '@amber/conversation/currentText';
import { toPlainText } from '@amber/conversation/stripMarkdown';
import type { ReadAloudSource } from '@amber/conversation/Timeline';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';

type SpeechService = NonNullable<HostSound['speech']>;

export const trackOf = (message: MessageRow, title: string): SpeechTrack => ({
  id: message.id,
  conversationId: message.conversationId,
  title,
  // The page shows the conversation.
  path: location.pathname.slice(limits.basePath.length),
});

export function createReadAloud(conversation: ConversationRow, speech: SpeechService): ReadAloudSource {
  const me = session$.value?.identifier ?? '';
  const consentKey = `amber-voice-consent ${me}`;
  const hostKey = `amber-voice-host ${me}`;
  /** The consent that was given here: the browser's storage may be blocked. */
  let agreed = '';

  /** Reads the row anew, because encryption can be switched while the conversation is open. */
  const isSealedHere = async (message: MessageRow): Promise<boolean> =>
    isSealedMessage(message) ||
    isSealedChat((await accountDb()?.conversations.get(conversation.conversionId)) ?? conversation, me);

  /** The service that gets the texts. A device that is offline has the sound of an earlier time, or nothing. */
  async function serviceHost(): Promise<string> {
    try {
      const { host } = await api.aiBot.getVoices({});
      storeText(hostKey, host);
      return host;
    } catch (thrown) {
      const known = storedText(hostKey);
      if (Fault.of(thrown).kind !== 'network' || known === null) throw thrown;
      return known;
    }
  }

  return {
    read(message, author) {
      const track = trackOf(message, author);
      void isSealedHere(message).then((sealed) =>
        speech.speak(sealed ? { ...track, sealedText: toPlainText(currentText(message)?.text ?? '') } : track),
      );
    },
    async consentNeeded(message) {
      // The text of a bot has come through a service already.
      if (message.content.type === 'ai' || (await isSealedHere(message))) return null;
      const host = await serviceHost();
      return host === '' || [agreed, storedText(consentKey)].includes(host) ? null : host;
    },
    giveConsent(host) {
      agreed = host;
      storeText(consentKey, host);
    },
  };
}
