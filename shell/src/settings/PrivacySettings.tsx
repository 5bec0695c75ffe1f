// The privacy settings: which information other people can see, and who may message me or send me contact requests.
import { type QueryState, useQuery } from '@amber/client/useQuery';
import { api, showToast } from '@amber/client/hostEngine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Button } from '@amber/ui/Button';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { Switch } from '@amber/ui/Switch';
import { useState } from 'react';
import { words as deviceStrings } from '../words/gen/devices.ts';
import { hideAddressFromContacts, hidesAddressFromContacts } from '../calls/hideAddress.ts';
import { canHideAddress, relayUrlsOf } from '../calls/relays.ts';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words as strings } from '../words/gen/settings.ts';

const words = strings.general;
const limitWords = words.contactLimits;
const callWords = words.calls;

/** In the chunk of calls, which has it too. */
const CallDevices = loadOnOpen(
  async () => (await import(/* webpackChunkName: "bars" */ '../calls/CallDevices.tsx')).CallDevices,
);

/** The section 'privacy'. */
export const PrivacySettings = () => (
  <>
    <MyPrivacy />
    <ContactLimits />
    <CallPrivacy />
  </>
);

/** Returns the settings, and a function that changes some of them: optimistic, and reverted if they cannot be saved. */
function useOptimistic<Settings extends object>(
  request: QueryState<Settings>,
  saveAll: (settings: Settings) => Promise<unknown>,
): [settings: Settings | null, save: (change: Partial<Settings>) => Promise<void>] {
  const [optimistic, setOptimistic] = useState<Partial<Settings>>({});
  const settings = request.status === 'ready' ? { ...request.answer, ...optimistic } : null;
  const save = async (change: Partial<Settings>) => {
    setOptimistic({ ...optimistic, ...change });
    try {
      await saveAll({ ...settings!, ...change });
    } catch (thrown) {
      setOptimistic(optimistic);
      showToast('error', getErrorMessage(thrown));
    }
  };
  return [settings, save];
}

function MyPrivacy() {
  const [request, refetch] = useQuery(() => api.user.privacy({}), []);
  const [privacy, save] = useOptimistic(request, api.user.setPrivacy);
  if (!privacy) return <QueryStatus request={request} refetch={refetch} rows={4} />;
  return (
    <>
      <SettingsCard title={words.messages}>
        <Switch
          label={words.readState}
          hint={words.readStateHint}
          checked={!privacy.hideReadState}
          onChange={(sends) => void save({ hideReadState: !sends })}
        />
      </SettingsCard>
      <SettingsCard title={deviceStrings.encryption}>
        <ChoiceList
          title={deviceStrings.policy}
          value={privacy.unencrypted}
          onChange={(unencrypted) => void save({ unencrypted })}
          choices={(['unset', 'always', 'ask', 'never'] as const).map((value) => ({
            value,
            ...deviceStrings.policies[value],
          }))}
        />
      </SettingsCard>
    </>
  );
}

/** The people who may message me or send me contact requests. */
function ContactLimits() {
  const [request, refetch] = useQuery(() => api.contact.contactLimit({}), []);
  const [limit, save] = useOptimistic(request, api.contact.setContactLimit);
  return (
    <SettingsCard title={limitWords.title}>
      <QueryStatus request={request} refetch={refetch} variant="lines" rows={2} />
      {limit && (
        <>
          <ChoiceList
            title={limitWords.message}
            choices={[
              { value: 'everybody', label: limitWords.everybody },
              { value: 'contacts', label: limitWords.contacts, hint: limitWords.contactsHint },
              { value: 'nobody', label: limitWords.nobody, hint: limitWords.nobodyHint },
            ]}
            value={limit.message}
            onChange={(message) => void save({ message })}
          />
          <ChoiceList
            title={limitWords.apply}
            choices={[
              { value: 'everybody', label: limitWords.everybody },
              { value: 'contacts', label: limitWords.contactsOfContacts },
              { value: 'nobody', label: limitWords.nobody, hint: limitWords.nobodyAsksHint },
            ]}
            value={limit.apply}
            onChange={(apply) => void save({ apply })}
          />
        </>
      )}
    </SettingsCard>
  );
}

/** Which way calls travel, and which devices they use. */
function CallPrivacy() {
  const [request, refetch] = useQuery(() => api.call.relays({}), []);
  const [hides, setHides] = useState(hidesAddressFromContacts);
  const [isChoosing, setIsChoosing] = useState(false);
  const change = (next: boolean) => {
    setHides(next);
    // Without storage it lasts until the page is closed.
    hideAddressFromContacts(next);
  };
  return (
    <SettingsCard title={callWords.title}>
      <QueryStatus request={request} refetch={refetch} variant="lines" rows={1} />
      {request.status === 'ready' &&
        (canHideAddress(relayUrlsOf(request.answer)) ? (
          <Switch label={callWords.hideAddress} hint={callWords.hideAddressHint} checked={hides} onChange={change} />
        ) : (
          <p>{callWords.noRelay}</p>
        ))}
      <Button onClick={() => setIsChoosing(true)}>{callWords.devices}</Button>
      <CallDevices open={isChoosing} onClose={() => setIsChoosing(false)} />
    </SettingsCard>
  );
}
