// What others can see of me.
import { useAsk } from '@amber/client/ask';
import { api, showToast } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { Privacy } from '@amber/proto';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { Notice } from '@amber/ui/Notice';
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
  const [asked, refetch] = useAsk(() => api.user.privacy({}), []);
  // Optimistic: the choice applies at once, a failed save reverts it.
  const [pressed, setPressed] = useState<Partial<Privacy>>({});
  if (asked.status === 'error')
    return <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={refetch} />;
  if (asked.status === 'loading') return <Skeleton rows={4} />;

  const shown = { ...asked.answer, ...pressed };
  const save = async (change: Partial<Privacy>) => {
    const before = pressed;
    setPressed({ ...pressed, ...change });
    try {
      await api.user.setPrivacy({ ...shown, ...change });
    } catch (thrown) {
      setPressed(before);
      showToast('error', sentenceOf(thrown));
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
