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
  { pool, db, bus, clock, limits, log, quotas, setting, onSweep }: GatewayBase,
  { notices }: Pick<MessageServices, 'notices'>,
  options: PeopleOptions,
) {
  const tokens = createTokens({ db, bus, clock, limits, secret: await setting('tokenSecret', newSecret) });
  const phoneReader = createPhoneReader(options.smsCountry);
  const sms = createSmsCodes({
    db,
    clock,
    limits,
    quotas,
    provider: options.sms,
    numberOf: phoneReader.numberOf,
    prefixes: options.smsPrefixes,
    log,
    secret: await setting('smsSecret', newSecret),
  });
  const deviceNotices = createDeviceNotices({ notices });
  const approvals = createApprovals({ db, deviceNotices, limits, clock });
  const devices = createDevices({ db, tokens, deviceNotices, approvals, limits, clock });
  const contacts = createContacts({ db, notices, clock, limits });
  const wallets = createWallets({ db, clock, limits, quotas, publicUrl: options.publicUrl });
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
    signUps: createSignUps({ db, clock, mode: options.signUp }),
    keys: createKeys({ pool, db, notices, deviceNotices, limits, clock }),
    invites: createInvites({ db, clock, limits, quotas }),
    favorites: createFavorites({ pool, db, clock, limits }),
    profiles: createProfiles({ db, notices }),
  };
}
