// A voice message in the timeline: its player, and its text below.
import { type HostSound, hostSound } from '@amber/client/sound';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { firstValueFrom, map, filter } from 'rxjs';
import { words as fileWords } from '../../words/gen/files.ts';
import { words } from '../../words/gen/voice.ts';
import type { FileSource } from '../../kit/fileSource.ts';
import type { FileViewProps } from './fileViewProps.ts';
import type { Playback } from './playback.ts';
import { Progress } from './Progress.tsx';
import { Transcript, TranscriptButton, useTranscript } from './Transcript.tsx';
import { useElementPlayback } from './useElementPlayback.tsx';
import { useHostPlayback } from './useHostPlayback.ts';
import { useTransfer } from './useTransfer.ts';
import { useVoiceSource } from './useVoiceSource.ts';
import { VoicePlayer } from './VoicePlayer.tsx';
import styles from './VoiceView.module.css';

/**
 * Returns a message's file, downloading it if it is not on this device.
 * @throws Fault of the download
 */
function loadFile(files: FileSource, id: string): Promise<Blob> {
  let isRequested = false;
  return firstValueFrom(
    files.state$(id).pipe(
      map(({ known, blob, doing, fault }) => {
        if (blob || !known) return blob;
        // A fault of an earlier attempt does not count.
        if (isRequested && !doing && fault) throw new Fault(fault);
        if (!isRequested) {
          isRequested = true;
          files.fetch(id);
        }
        return null;
      }),
      filter((blob) => blob !== null),
    ),
  );
}

/** The sender's claim, within what a recorder can produce. */
const claimedDuration = ({ duration = 0 }: FileViewProps['body']): number => Math.min(duration, limits.voiceMax);

interface LoadedViewProps extends FileViewProps {
  playback: Playback;
}

function VoiceBubble({ row, body, reader, tabIndex, playback }: LoadedViewProps) {
  const { message } = row;
  const { files } = reader;
  const { transfer } = useTransfer(message, files);
  const source = useVoiceSource(reader.loadVoice);
  const transcript = useTranscript(row, body, source, () => loadFile(files, message.id));
  const problem =
    transfer.is === 'failed' ? transfer.sentence : playback.status === 'failed' ? fileWords.notPlayed : '';
  return (
    <div className={styles.voice} role="group" aria-label={words.voice}>
      <VoicePlayer
        playback={playback}
        waveform={body.waveform}
        tabIndex={tabIndex}
        problem={problem}
        progress={
          transfer.is === 'under way' ? (
            <span className={styles.progress}>
              <Progress transfer={transfer} id={message.id} name={words.voice} files={files} tabIndex={tabIndex} />
            </span>
          ) : undefined
        }
      >
        {transfer.is !== 'under way' && <TranscriptButton transcript={transcript} tabIndex={tabIndex} />}
      </VoicePlayer>
      <Transcript transcript={transcript} />
    </div>
  );
}

function HostVoice({ player, ...props }: FileViewProps & { player: HostSound['player'] }) {
  const { row, body, reader } = props;
  const { id, conversationId } = row.message;
  const playback = useHostPlayback(player, {
    id,
    conversationId,
    title: row.mine && !row.isAnonymous ? reader.nameOrYou(reader.me) : reader.authorOf(row).name,
    // The page shows the conversation while the bubble is visible.
    path: location.pathname.slice(limits.basePath.length),
    duration: claimedDuration(body),
    load: () => loadFile(reader.files, id),
  });
  return <VoiceBubble {...props} playback={playback} />;
}

function OwnVoice(props: FileViewProps) {
  const { row, body, reader } = props;
  const { blob } = useTransfer(row.message, reader.files);
  const [playback, element] = useElementPlayback(blob, claimedDuration(body), () => reader.files.fetch(row.message.id));
  return (
    <>
      {element}
      <VoiceBubble {...props} playback={playback} />
    </>
  );
}

/** The player of the app plays it if the host has one, so that it continues in other screens; else its own element. */
export function VoiceView(props: FileViewProps) {
  const sound = hostSound();
  return sound ? <HostVoice {...props} player={sound.player} /> : <OwnVoice {...props} />;
}
