// The steps of a voice message before it is sent: recording, storing, listening, sending or converting to text.
import type { VoiceDraft } from '@amber/client/bus';
import { getVoiceErrorMessage } from '@amber/client/getVoiceErrorMessage';
import type { ActiveRecording } from '@amber/client/sound';
import { Fault } from '@amber/proto/faults';
import type { Quote } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { useEffect, useRef, useState } from 'react';
import type { LoadVoiceSource, VoiceSource } from '../kit/voiceSource.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';
import { words } from '../words/gen/voice.ts';

/**
 * Why a draft is shown. 'stopped': the user wants to listen. 'found': it was recorded before. 'lost': the microphone
 * is gone. 'failed': the device cannot store more. 'full': it has reached the maximum length.
 */
export type DraftReason = 'stopped' | 'found' | 'lost' | 'failed' | 'full';

export type RecordingPhase =
  | { is: 'starting' }
  | { is: 'recording'; active: ActiveRecording }
  /** The engine is storing the end of the recording. */
  | { is: 'storing' }
  /** `isUnconverted`: it was not sent because its conversion failed, so it can be sent without. */
  | { is: 'draft'; draft: VoiceDraft; reason: DraftReason; problem: string; isUnconverted?: boolean }
  | { is: 'converting'; draft: VoiceDraft; reason: DraftReason }
  /** `recording` is converted to text first if `withText` is set. */
  | { is: 'sending'; recording: string; draft: VoiceDraft | null; withText: boolean }
  | { is: 'failed'; sentence: string };

interface RecordingPorts {
  loadSource: LoadVoiceSource;
  /** Whether only a draft is wanted that was recorded before. */
  isDraft: boolean;
  quote: Quote | undefined;
  /** Resolves to whether the sound may be sent to the speech service. */
  askConsent(source: VoiceSource): Promise<boolean>;
  onSent(): void;
  /** Returns whether the text is part of the draft that `saveDraft` saves. */
  onText(text: string): boolean;
  saveDraft(): void;
  /** Called for a draft that the user has not just recorded: it is shown above the text box instead. */
  onFound(): void;
  onClose(): void;
}

/** Browsers offer the microphone only on secure pages. */
const failureText = (thrown: unknown): string =>
  Fault.of(thrown).code === 'MIC_FAILED' && !isSecureContext ? words.insecure : getVoiceErrorMessage(thrown);

export function useVoiceRecording(ports: RecordingPorts) {
  const [phase, setPhase] = useState<RecordingPhase>({ is: 'starting' });
  const [canDictate, setCanDictate] = useState(true);
  const source = useRef<VoiceSource | null>(null);
  /** The recording that nothing has ended yet. */
  const running = useRef<ActiveRecording | null>(null);
  /** The recording that has ended while its last samples are not stored yet. */
  const unstored = useRef<ActiveRecording | null>(null);
  const isClosed = useRef(false);
  const isCancelled = useRef(false);
  const onSent = useStableCallback(ports.onSent);
  const onText = useStableCallback(ports.onText);

  const close = () => {
    isClosed.current = true;
    ports.onClose();
  };
  const showFailure = (thrown: unknown) => setPhase({ is: 'failed', sentence: failureText(thrown) });
  /** Shows what the engine has stored; closes the bar if that is nothing. */
  const showDraft = async (reason: DraftReason, problem = '', isUnconverted = false) => {
    const draft = await source.current!.draft();
    if (isClosed.current) return;
    if (draft && reason === 'found' && !ports.isDraft) ports.onFound();
    else if (draft) setPhase({ is: 'draft', draft, reason, problem, isUnconverted });
    else if (problem) setPhase({ is: 'failed', sentence: problem });
    else close();
  };
  /** Tries again to store what could not be stored. */
  const storeRest = async () => {
    try {
      await unstored.current?.stop();
      unstored.current = null;
    } catch {
      // The draft lacks the end.
    }
  };
  const begin = async () => {
    setPhase({ is: 'starting' });
    try {
      await storeRest();
      source.current = await ports.loadSource();
      // A new recording would replace the one that was not sent.
      if (ports.isDraft || (await source.current.draft())) return await showDraft('found');
      if (isClosed.current) return;
      const active = await source.current.record();
      if (isClosed.current) return void active.cancel().catch(() => {});
      running.current = active;
      setPhase({ is: 'recording', active });
    } catch (thrown) {
      if (!isClosed.current) showFailure(thrown);
    }
  };
  /** Ends the recording. Its samples stay stored if this fails. */
  const stop = async (active: ActiveRecording): Promise<string> => {
    running.current = null;
    unstored.current = active;
    setPhase({ is: 'storing' });
    try {
      await active.stop();
      unstored.current = null;
      return '';
    } catch (thrown) {
      return getVoiceErrorMessage(thrown);
    }
  };
  const stopToListen = async (reason: DraftReason = 'stopped') => {
    const active = running.current;
    if (!active) return;
    const problem = await stop(active);
    await showDraft(reason, problem).catch(showFailure);
  };

  const sendRecording = async (recording: string, draft: VoiceDraft | null, isWithoutText: boolean) => {
    const to = source.current!;
    setPhase({ is: 'sending', recording, draft, withText: to.convertsOnSend && !isWithoutText });
    await storeRest();
    await (isWithoutText ? to.sendWithoutText(recording, ports.quote) : to.send(recording, ports.quote));
  };
  const send = async (isWithoutText = false) => {
    try {
      if (phase.is === 'draft') await sendRecording(phase.draft.recording, phase.draft, isWithoutText);
      else {
        const active = running.current;
        if (!active) return;
        const problem = await stop(active);
        if (isCancelled.current) return;
        if (problem) return await showDraft('stopped', problem);
        await sendRecording(active.id, null, isWithoutText);
      }
      onSent();
      close();
    } catch (thrown) {
      const isUnconverted = source.current!.convertsOnSend && !isWithoutText;
      await showDraft('stopped', getVoiceErrorMessage(thrown), isUnconverted).catch(showFailure);
    }
  };
  const convert = async (draft: VoiceDraft, reason: DraftReason) => {
    const from = source.current!;
    try {
      if (!(await ports.askConsent(from))) return setPhase({ is: 'draft', draft, reason, problem: '' });
      setPhase({ is: 'converting', draft, reason });
      const text = await from.dictate(draft);
      if (isClosed.current) return;
      // The text of a message that is being edited is in no draft: the sound is kept.
      if (!onText(text)) return ports.isDraft ? setPhase({ is: 'draft', draft, reason, problem: '' }) : ports.onFound();
      ports.saveDraft();
      await from.discard(draft.recording).catch(() => {});
      close();
    } catch (thrown) {
      const problem = Fault.of(thrown).code === 'CANCELLED' ? '' : getVoiceErrorMessage(thrown);
      if (!isClosed.current) setPhase({ is: 'draft', draft, reason, problem });
    }
  };
  /** Converts the recording to text. It is stored first, so that nothing is lost when this fails. */
  const dictate = async () => {
    if (phase.is === 'draft') return convert(phase.draft, phase.reason);
    const active = running.current;
    if (!active) return;
    const problem = await stop(active);
    const draft = problem ? null : await source.current!.draft().catch(() => null);
    if (isCancelled.current) return;
    if (draft) await convert(draft, 'stopped');
    else await showDraft('stopped', problem).catch(showFailure);
  };
  const cancel = async () => {
    const active = running.current ?? unstored.current;
    running.current = null;
    unstored.current = null;
    isCancelled.current = true;
    close();
    if (phase.is === 'converting') source.current!.cancelConversion(phase.draft.recording);
    if (active) await active.cancel();
    else if (phase.is === 'draft' || phase.is === 'converting') await source.current!.discard(phase.draft.recording);
  };

  const beginStable = useStableCallback(begin);
  useEffect(() => {
    isClosed.current = false;
    void beginStable();
    return () => {
      // Another conversation is opened: what was recorded stays as its draft.
      isClosed.current = true;
      void (running.current ?? unstored.current)?.stop().catch(() => {});
      running.current = null;
    };
  }, [beginStable]);
  const isStarting = phase.is === 'starting';
  useEffect(() => {
    const subscription = isStarting ? undefined : source.current?.isOffered$.subscribe(setCanDictate);
    return () => subscription?.unsubscribe();
  }, [isStarting]);
  const active = phase.is === 'recording' ? phase.active : null;
  const stopStable = useStableCallback(stopToListen);
  useEffect(() => {
    const subscription = active?.state$.subscribe(({ status, duration }) => {
      if (status === 'lost' || status === 'failed') void stopStable(status);
      // The user has not stopped it: it has reached the maximum length, or the page was hidden.
      else if (status === 'stopped') void stopStable(duration >= limits.voiceMax ? 'full' : 'found');
    });
    return () => subscription?.unsubscribe();
  }, [active, stopStable]);

  return {
    phase,
    canDictate,
    retry: () => void begin(),
    stopToListen: () => void stopToListen(),
    send: () => void send(),
    sendWithoutText: () => void send(true),
    dictate: () => void dictate(),
    cancel: () => void cancel().catch(() => {}),
    cancelConversion() {
      if (phase.is === 'converting') source.current!.cancelConversion(phase.draft.recording);
      else if (phase.is === 'sending') source.current!.cancelConversion(phase.recording);
    },
    close,
  };
}
