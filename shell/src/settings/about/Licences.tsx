// The packages that Amber uses, and their licences.
import { useQuery } from '@amber/client/useQuery';
import { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { useState } from 'react';
import { QueryStatus } from '../../kit/QueryStatus.tsx';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { words } from '../../words/gen/about.ts';
import styles from '../sections.module.css';

interface Licence {
  name: string;
  version: string;
  licence: string;
}

/**
 * Fetches the list that the build writes.
 * @throws Fault
 */
async function fetchLicences(): Promise<Licence[]> {
  const answer = await fetch('/chat/licences.json').catch((cause: unknown) => {
    throw new Fault('NO_RESPONSE', { cause });
  });
  if (!answer.ok) throw new Fault('UNKNOWN');
  return (await answer.json()) as Licence[];
}

/** A card of the section 'about'. */
export function Licences() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsCard title={words.licences}>
      <p className={styles.lead}>{words.licencesLead}</p>
      {isOpen ? (
        <List />
      ) : (
        <div>
          <Button onClick={() => setIsOpen(true)}>{words.showLicences}</Button>
        </div>
      )}
      <a href="/chat/licences.txt" target="_blank" rel="noreferrer">
        {words.licenceTexts}
      </a>
    </SettingsCard>
  );
}

function List() {
  const [request, refetch] = useQuery(fetchLicences, []);
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refetch} rows={4} variant="lines" />;
  return (
    <div className={styles.tall} role="region" aria-label={words.licences} tabIndex={0}>
      <ul className={styles.licences}>
        {request.answer.map(({ name, version, licence }) => (
          <li key={`${name}@${version}`}>
            <span>{`${name} ${version}`}</span>
            <span className={styles.lead}>{licence || words.noLicence}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
