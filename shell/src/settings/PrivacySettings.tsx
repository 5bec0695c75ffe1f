// The privacy settings: which information other people can see.
import { useQuery } from '@amber/client/useQuery';
import { api, showToast } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { Privacy } from '@amber/proto';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Skeleton } from '@amber/ui/Skeleton';
import { Switch } from '@amber/ui/Switch';
import { useState } from 'react';
import { ContactLimits } from './ContactLimits.tsx';
import { words as deviceStrings } from '../words/gen/devices.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words as strings } from '../words/gen/app.ts';

const words = strings.settings;

/** The section 'privacy'. */
export const PrivacySettings = () => (
  <>
    <MyPrivacy />
    <ContactLimits />
  </>
);

function MyPrivacy() {
  const [request, refetch] = useQuery(() => api.user.privacy({}), []);
  // Optimistic: the choice applies at once, and a failed save reverts it.
  const [optimistic, setOptimistic] = useState<Partial<Privacy>>({});
  if (request.status === 'error')
    return <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />;
  if (request.status === 'loading') return <Skeleton rows={4} />;

  const shown = { ...request.answer, ...optimistic };
  const save = async (change: Partial<Privacy>) => {
    const before = optimistic;
    setOptimistic({ ...optimistic, ...change });
    try {
      await api.user.setPrivacy({ ...shown, ...change });
    } catch (thrown) {
      setOptimistic(before);
      showToast('error', getErrorMessage(thrown));
    }
  };
  return (
    <>
      <SettingsCard title={words.messages}>
        <Switch
          label={words.readState}
          hint={words.readStateHint}
          checked={!shown.hideReadState}
          onChange={(sends) => void save({ hideReadState: !sends })}
        />
      </SettingsCard>
      <SettingsCard title={deviceStrings.encryption}>
        <ChoiceList
          title={deviceStrings.policy}
          value={shown.unencrypted}
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
