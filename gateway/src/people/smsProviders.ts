// Providers that deliver sign-in codes to phones.

export interface SmsProvider {
  name: string;
  /** @throws anything when the code could not be handed over. */
  send(phone: string, code: string): Promise<void>;
}

interface ProviderOptions {
  production: boolean;
}

const providers = {
  /** Prints the code as a JSON line: for development and trials. */
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
};

export const smsProviders = Object.keys(providers) as (keyof typeof providers)[];

/** @throws Error when this provider must not be used here. */
export const createSmsProvider = (name: keyof typeof providers, options: ProviderOptions): SmsProvider =>
  providers[name](options);
