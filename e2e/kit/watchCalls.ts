// What the pages of a call do: their connections, microphones and cameras, and the sound and pictures that arrive.
import type { Locator, Page } from '@playwright/test';
import { chromiumOptions } from './chromiumOptions.ts';

/** Chromium with a microphone that beeps, and may be used without asking. */
export const callOptions = chromiumOptions(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);

interface Watched extends Window {
  connections: RTCPeerConnection[];
  devices: number;
}

/** Remembers the connections of the page, and how often it has opened a microphone or camera. Runs in the page. */
export function watchConnections(): void {
  const page = window as unknown as Watched;
  page.connections = [];
  page.devices = 0;
  const Original = RTCPeerConnection;
  window.RTCPeerConnection = class extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      page.connections.push(this);
    }
  };
  if (!isSecureContext) return; // a page before its first address
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (constraints) => {
    page.devices += 1;
    return open(constraints);
  };
}

/** Gives the page a camera that shows one colour. Runs in the page. */
export function colourCamera(colour: string): void {
  if (!isSecureContext) return; // a page before its first address
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async ({ video, ...rest }: MediaStreamConstraints = {}) => {
    if (!video) return open({ video: false, ...rest });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 180];
    const context = canvas.getContext('2d')!;
    const draw = () => {
      context.fillStyle = colour;
      context.fillRect(0, 0, canvas.width, canvas.height);
    };
    draw();
    const [track] = canvas.captureStream(10).getVideoTracks();
    const drawing = setInterval(() => (track!.readyState === 'live' ? draw() : clearInterval(drawing)), 100);
    const sound = rest.audio ? (await open(rest)).getAudioTracks() : [];
    return new MediaStream([...sound, track!]);
  };
}

/** The colour in the middle of a video of this page: red, green and blue, from 0 to 255. */
export const colourOf = (video: Locator): Promise<number[]> =>
  video.evaluate((element: HTMLVideoElement) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [3, 3];
    const context = canvas.getContext('2d')!;
    context.drawImage(element, 0, 0, 3, 3);
    return Array.from(context.getImageData(1, 1, 1, 1).data.slice(0, 3));
  });

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

/** How often the page has opened a microphone or camera, its connections, and how many of them are open. */
export const opened = (page: Page): Promise<[devices: number, connections: number, open: number]> =>
  page.evaluate(() => {
    const { connections, devices } = window as unknown as Watched;
    return [
      devices,
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
