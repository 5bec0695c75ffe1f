// The settings for the people who may message me or send me contact requests.
import { useQuery } from '@amber/client/useQuery';
import { api, showToast } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { ContactLimit } from '@amber/proto';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
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
  const [request, refetch] = useQuery(() => api.contact.contactLimit({}), []);
  // Optimistic: the choice applies at once, and a failed save reverts it.
  const [optimistic, setOptimistic] = useState<ContactLimit | null>(null);
  const limit = optimistic ?? (request.status === 'ready' ? request.answer : null);

  const save = async (next: ContactLimit) => {
    setOptimistic(next);
    try {
      await api.contact.setContactLimit(next);
    } catch (thrown) {
      setOptimistic(limit);
      showToast('error', getErrorMessage(thrown));
    }
  };
  return (
    <SettingsCard title={words.title}>
      {request.status === 'error' && (
        <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />
      )}
      {request.status === 'loading' && <Skeleton variant="lines" rows={2} />}
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
