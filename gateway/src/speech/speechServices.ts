// Speech to text for accounts: the provider that the operator has set up, with a quota for each account.
import { Fault } from '@amber/proto/faults';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { type IatSettings, signIatUrl } from './iatUrl.ts';
import { createRelay, type RelaySettings } from './relay.ts';

export type SpeechSettings = IatSettings | RelaySettings;

/** The host of the service that hears the sound. */
const hostOf = (settings: SpeechSettings): string =>
  new URL(settings.provider === 'iat' ? settings.url : settings.baseUrl).host;

/** The origin to which devices connect themselves; undefined if the gateway relays, or nothing is set up. */
export const speechOriginOf = (settings: SpeechSettings | undefined): string | undefined =>
  settings?.provider === 'iat' ? new URL(settings.url).origin : undefined;

/** The primary language of a tag such as zh-Hans or zh_cn; empty if the text is none. */
const primaryLanguage = (tag: string): string => /^[a-z]{2,3}(?![a-z])/i.exec(tag)?.[0].toLowerCase() ?? '';

export type SpeechServices = ReturnType<typeof createSpeechServices>;

export function createSpeechServices(
  { quotas, limits, clock, onError }: Pick<GatewayBase, 'quotas' | 'limits' | 'clock' | 'onError'>,
  settings: SpeechSettings | undefined,
) {
  const relay = settings?.provider === 'relay' ? createRelay(settings, limits) : null;

  /** @throws Fault SPEECH_BUSY when the account has used up its sessions of this hour. */
  async function spendSession(identifier: string): Promise<void> {
    const budget = { key: `speech/${identifier}`, limit: limits.speechSessionsPerHour };
    if (!(await quotas.consume([budget]))) throw new Fault('SPEECH_BUSY');
  }

  return {
    speech: {
      settings: { provider: settings?.provider ?? '', host: settings ? hostOf(settings) : '' },

      /** Returns a URL for one session. @throws Fault SPEECH_NOT_SET_UP, SPEECH_BUSY */
      async signUrl(identifier: string): Promise<{ url: string; appId: string }> {
        if (settings?.provider !== 'iat') throw new Fault('SPEECH_NOT_SET_UP');
        await spendSession(identifier);
        return { url: signIatUrl(settings, clock()), appId: settings.appId };
      },

      /** Returns the text of one session. @throws Fault SPEECH_NOT_SET_UP, BAD_REQUEST, SPEECH_BUSY, SPEECH_FAILED */
      async transcribe(identifier: string, audio: Uint8Array, language: string): Promise<string> {
        if (!relay) throw new Fault('SPEECH_NOT_SET_UP');
        if (audio.length === 0) throw new Fault('BAD_REQUEST');
        await spendSession(identifier);
        return relay({ audio, language: primaryLanguage(language) }).catch((thrown: unknown) => {
          onError(Fault.of(thrown).cause);
          throw thrown;
        });
      },
    },
  };
}
