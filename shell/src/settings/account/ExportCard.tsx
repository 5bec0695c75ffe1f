// Downloads everything the gateway stores about me.
import { api, showToast } from '@amber/client/hostEngine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Button } from '@amber/ui/Button';
import { DownloadIcon } from '@amber/ui/moreIcons';
import { useEffect, useRef, useState } from 'react';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { download } from '../download.ts';
import { words as settingsStrings } from '../../words/gen/settings.ts';
import styles from '../sections.module.css';

const words = settingsStrings.account;

/**
 * Fetches the export part by part; null when cancelled.
 * @throws Fault of the part that failed.
 */
async function collect(progress: (percent: number) => void, isWanted: () => boolean): Promise<string | null> {
  const sections: Record<string, unknown[]> = {};
  let cursor = '';
  do {
    const part = await api.user.exportData({ cursor });
    if (!isWanted()) return null;
    (sections[part.section] ??= []).push(...(JSON.parse(part.rows) as unknown[]));
    progress(part.done);
    ({ cursor } = part);
  } while (cursor !== '');
  return JSON.stringify(sections, null, 2);
}

/** A card of the section 'account'. */
export function ExportCard() {
  const [percent, setPercent] = useState<number | null>(null);
  const wanted = useRef(true);
  useEffect(() => {
    wanted.current = true;
    return () => {
      wanted.current = false;
    };
  }, []);

  const startExport = async () => {
    setPercent(0);
    try {
      const text = await collect(setPercent, () => wanted.current);
      if (text === null) return;
      download(text, words.file);
      showToast('success', words.exported);
    } catch (thrown) {
      showToast('error', getErrorMessage(thrown));
    } finally {
      setPercent(null);
    }
  };

  return (
    <SettingsCard title={words.export}>
      <p className={styles.lead}>{words.exportHint}</p>
      {percent !== null && <progress className={styles.meter} aria-label={words.exportBar} max={100} value={percent} />}
      <div>
        <Button disabled={percent !== null} onClick={() => void startExport()}>
          <DownloadIcon />
          {percent === null ? words.exportAction : words.exporting({ percent })}
        </Button>
      </div>
    </SettingsCard>
  );
}
