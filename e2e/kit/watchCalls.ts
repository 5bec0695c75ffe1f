// What the pages of a call do: their connections, their microphones, and the sound that arrives.
import type { Page } from '@playwright/test';
import { chromiumOptions } from './chromiumOptions.ts';

/** Chromium with a microphone that beeps, and may be used without asking. */
export const callOptions = chromiumOptions(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);

interface Watched extends Window {
  connections: RTCPeerConnection[];
  microphones: number;
}

/** Remembers the connections of the page, and how often it has opened the microphone. Runs in the page. */
export function watchConnections(): void {
  const page = window as unknown as Watched;
  page.connections = [];
  page.microphones = 0;
  const Original = RTCPeerConnection;
  window.RTCPeerConnection = class extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      page.connections.push(this);
    }
  };
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (constraints) => {
    page.microphones += 1;
    return open(constraints);
  };
}

/** The energy of the sound that this page has received by its last connection, and played. */
export const heardEnergy = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let energy = 0;
    const connection = (window as unknown as Watched).connections.at(-1);
    if (connection)
      for (const report of (await connection.getStats()).values())
        if (report.type === 'inbound-rtp') energy += (report.totalAudioEnergy as number | undefined) ?? 0;
    return energy;
  });

/** How often the page has opened the microphone, its connections, and how many of them are open. */
export const opened = (page: Page): Promise<[microphones: number, connections: number, open: number]> =>
  page.evaluate(() => {
    const { connections, microphones } = window as unknown as Watched;
    return [
      microphones,
      connections.length,
      connections.filter(({ connectionState }) => connectionState !== 'closed').length,
    ];
  });

/** The kinds of the addresses through which the page's open connection sends, and those that it has found at all. */
export const candidateTypes = (page: Page): Promise<{ used: string[]; found: string[] }> =>
  page.evaluate(async () => {
    const used = new Set<string>();
    const found = new Set<string>();
    for (const connection of (window as unknown as Watched).connections) {
      const reports = await connection.getStats();
      for (const report of reports.values()) {
        if (report.type === 'local-candidate') found.add(report.candidateType as string);
        if (report.type !== 'transport' || !report.selectedCandidatePairId) continue;
        const pair = reports.get(report.selectedCandidatePairId as string) as { localCandidateId: string };
        used.add((reports.get(pair.localCandidateId) as { candidateType: string }).candidateType);
      }
    }
    return { used: [...used], found: [...found] };
  });
