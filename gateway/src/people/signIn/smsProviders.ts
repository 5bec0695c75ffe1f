// The providers of sign-in codes, by name.
import { Fault } from '@amber/proto/faults';
import { type AliyunSmsSettings, createAliyunSms } from './smsAliyun.ts';
import type { SmsProvider } from './smsProvider.ts';
import { createWebhook, type WebhookSettings } from './smsWebhook.ts';

/** Settings from the configuration, where some may be missing. */
type MaybeUnset<Settings> = { [Name in keyof Settings]: Settings[Name] | undefined };

export interface ProviderOptions {
  production: boolean;
  webhook: MaybeUnset<WebhookSettings>;
  aliyun: MaybeUnset<AliyunSmsSettings>;
}

/** Returns the settings. @throws Error that names the missing ones. */
function requireSettings<Settings extends object>(
  provider: string,
  settings: MaybeUnset<Settings>,
  envNames: Record<keyof Settings, string>,
): Settings {
  const names = Object.keys(envNames) as (keyof Settings)[];
  const missing = names.filter((name) => settings[name] === undefined).map((name) => envNames[name]);
  if (missing.length > 0) throw new Error(`SMS_PROVIDER=${provider} needs ${missing.join(', ')}`);
  return settings as Settings;
}

const providers = {
  /** Prints the code as a JSON line, for development and trials. */
  console: ({ production }: ProviderOptions): SmsProvider => {
    if (production) {
      throw new Error('SMS_PROVIDER=console prints sign-in codes in clear and cannot be used with NODE_ENV=production');
    }
    return {
      name: 'console',
      async send(phone, code) {
        process.stdout.write(`${JSON.stringify({ msg: 'sms code', phone, code })}\n`);
      },
    };
  },
  webhook: ({ webhook }: ProviderOptions): SmsProvider =>
    createWebhook(requireSettings('webhook', webhook, { url: 'SMS_WEBHOOK_URL', secret: 'SMS_WEBHOOK_SECRET' })),
  aliyun: ({ aliyun }: ProviderOptions): SmsProvider =>
    createAliyunSms(
      requireSettings('aliyun', aliyun, {
        keyId: 'SMS_ALIYUN_KEY_ID',
        keySecret: 'SMS_ALIYUN_KEY_SECRET',
        sign: 'SMS_ALIYUN_SIGN',
        template: 'SMS_ALIYUN_TEMPLATE',
      }),
    ),
  /** Sends nothing: nobody signs in by phone, and wallets are the only way in. */
  none: (): SmsProvider => ({
    name: 'none',
    async send() {
      throw new Fault('NO_SMS');
    },
  }),
};

export const smsProviders = Object.keys(providers) as (keyof typeof providers)[];

/** Creates the provider with this name. @throws Error when it must not be used here, or is not configured. */
export const createSmsProvider = (name: keyof typeof providers, options: ProviderOptions): SmsProvider =>
  providers[name](options);
