// What others learn of me.
import { useAsk } from '@amber/client/ask';
import { api, showToast } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { Switch } from '@amber/ui/Switch';
import { useState } from 'react';
import { ContactLimits } from './ContactLimits.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { strings } from './strings.ts';

const words = strings.settings;

/** The section 'privacy'. */
export const PrivacySettings = () => <><ReadState /><ContactLimits /></>;

function ReadState() {
  const [asked, again] = useAsk(() => api.user.privacy({}), []);
  // What was pressed counts at once; a refusal takes it back.
  const [pressed, setPressed] = useState<boolean | null>(null);
  if (asked.status === 'error') return <Notice sentence={asked.fault.message} code={asked.fault.code} onRetry={again} />;
  if (asked.status === 'loading') return <Skeleton rows={2} />;

  const save = async (hideReadState: boolean) => {
    setPressed(hideReadState);
    try {
      await api.user.setPrivacy({ hideReadState });
    } catch (thrown) {
      setPressed(null);
      showToast('error', Fault.of(thrown).message);
    }
  };
  return (
    <SettingsCard title={words.messages}>
      <Switch
        label={words.readState} hint={words.readStateHint} checked={!(pressed ?? asked.answer.hideReadState)}
        onChange={(shown) => void save(!shown)}
      />
    </SettingsCard>
  );
}
