// Who may message me, and who may send me contact requests.
import { useAsk } from '@amber/client/ask';
import { api, showToast } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { ContactLimit } from '@amber/proto';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { useState } from 'react';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words as strings } from '../words/gen/app.ts';

const words = strings.settings.contactLimits;

const messageChoices = () =>
  [
    { value: 'everybody', label: words.everybody },
    { value: 'contacts', label: words.contacts, hint: words.contactsHint },
    { value: 'nobody', label: words.nobody, hint: words.nobodyHint },
  ] as const;

const applyChoices = () =>
  [
    { value: 'everybody', label: words.everybody },
    { value: 'contacts', label: words.contactsOfContacts },
    { value: 'nobody', label: words.nobody, hint: words.nobodyAsksHint },
  ] as const;

/** A card of the section 'privacy'. */
export function ContactLimits() {
  const [asked, refetch] = useAsk(() => api.contact.contactLimit({}), []);
  // Optimistic: the choice applies at once, a failed save reverts it.
  const [pressed, setPressed] = useState<ContactLimit | null>(null);
  const limit = pressed ?? (asked.status === 'ready' ? asked.answer : null);

  const save = async (next: ContactLimit) => {
    setPressed(next);
    try {
      await api.contact.setContactLimit(next);
    } catch (thrown) {
      setPressed(limit);
      showToast('error', sentenceOf(thrown));
    }
  };
  return (
    <SettingsCard title={words.title}>
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={refetch} />
      )}
      {asked.status === 'loading' && <Skeleton look="lines" rows={2} />}
      {limit && (
        <>
          <ChoiceList
            title={words.message}
            choices={messageChoices()}
            value={limit.message}
            onChange={(message) => void save({ ...limit, message })}
          />
          <ChoiceList
            title={words.apply}
            choices={applyChoices()}
            value={limit.apply}
            onChange={(apply) => void save({ ...limit, apply })}
          />
        </>
      )}
    </SettingsCard>
  );
}
