// The services of people: sign-in, devices and their keys, contacts and profiles.
import { newSecret } from '../core/secret.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { MessageServices } from '../messages/messageServices.ts';
import { createContacts } from './contacts/contacts.ts';
import { createApprovals } from './devices/approvals.ts';
import { createDeviceNotices } from './devices/deviceNotices.ts';
import { createDevices } from './devices/devices.ts';
import { createKeys } from './devices/keys.ts';
import { createFavorites } from './favorites.ts';
import { createInvites } from './invites.ts';
import { createPhoneReader, type PhoneCountry } from './signIn/phone.ts';
import { createProfiles } from './profiles.ts';
import { createSignUps, type SignUpMode } from './signIn/signUps.ts';
import { createSmsCodes } from './signIn/sms.ts';
import type { SmsProvider } from './signIn/smsProvider.ts';
import { createTokens } from './signIn/tokens.ts';
import { createWallets } from './signIn/wallets.ts';

interface PeopleOptions {
  sms: SmsProvider;
  smsPrefixes: readonly string[];
  smsCountry: PhoneCountry | undefined;
  signUp: SignUpMode;
  publicUrl: string | undefined;
}

export type PeopleServices = Awaited<ReturnType<typeof createPeopleServices>>;

export async function createPeopleServices(
  base: GatewayBase,
  { notices }: Pick<MessageServices, 'notices'>,
  options: PeopleOptions,
) {
  const { setting, onSweep } = base;
  const tokens = createTokens({ ...base, secret: await setting('tokenSecret', newSecret) });
  const phoneReader = createPhoneReader(options.smsCountry);
  const sms = createSmsCodes({
    ...base,
    provider: options.sms,
    numberOf: phoneReader.numberOf,
    prefixes: options.smsPrefixes,
    secret: await setting('smsSecret', newSecret),
  });
  const deviceNotices = createDeviceNotices({ notices });
  const approvals = createApprovals({ ...base, deviceNotices });
  const devices = createDevices({ ...base, tokens, deviceNotices, approvals });
  const contacts = createContacts({ ...base, notices });
  const wallets = createWallets({ ...base, publicUrl: options.publicUrl });
  onSweep(contacts.applies.dropOld, wallets.dropOld, devices.dropIdle, approvals.grantClaims);
  return {
    tokens,
    phoneReader,
    sms,
    deviceNotices,
    approvals,
    devices,
    contacts,
    wallets,
    signUps: createSignUps({ ...base, mode: options.signUp }),
    keys: createKeys({ ...base, notices, deviceNotices }),
    invites: createInvites(base),
    favorites: createFavorites(base),
    profiles: createProfiles({ ...base, notices }),
  };
}
