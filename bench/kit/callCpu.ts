// The processor time of a call in the app, against two bare connections in the same browser.
import type { Browser, CDPSession, Page } from '@playwright/test';
import { cpuSeconds } from './cpuSeconds.ts';

/** Milliseconds of each measurement, and how often both are measured in turn. */
const window = 10_000;
const rounds = 3;
/** Milliseconds in which a call finds its bit rate. */
const settling = 5_000;

async function measure(session: CDPSession, page: Page): Promise<number> {
  await page.waitForTimeout(settling);
  const before = await cpuSeconds(session);
  await page.waitForTimeout(window);
  return (await cpuSeconds(session)) - before;
}

/** Runs in a page: opens the devices as the app does, and makes a connection that plays what arrives. */
async function connect({ video }: { video: boolean }): Promise<void> {
  const page = globalThis as unknown as { connection: RTCPeerConnection; gathered(): Promise<string> };
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    video: video && { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } },
  });
  const show = (track: MediaStreamTrack, style: string) => {
    const element = document.createElement(track.kind === 'video' ? 'video' : 'audio');
    element.style.cssText = `position:fixed;object-fit:contain;${style}`;
    element.srcObject = new MediaStream([track]);
    document.body.append(element);
    void element.play();
  };
  page.connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
  page.connection.ontrack = ({ track }) => show(track, 'inset:0;width:100%;height:100%');
  for (const track of stream.getTracks()) page.connection.addTrack(track, stream);
  for (const track of stream.getVideoTracks()) show(track, 'right:16px;bottom:16px;width:18vw;transform:scaleX(-1)');
  page.gathered = async () => {
    while (page.connection.iceGatheringState !== 'complete') await new Promise((resolve) => setTimeout(resolve, 20));
    return page.connection.localDescription!.sdp;
  };
}

const describe = (page: Page, type: 'offer' | 'answer', remote = '') =>
  page.evaluate(
    async ([kind, sdp]) => {
      const { connection, gathered } = globalThis as unknown as {
        connection: RTCPeerConnection;
        gathered(): Promise<string>;
      };
      if (sdp) await connection.setRemoteDescription({ type: 'offer', sdp });
      await connection.setLocalDescription(kind === 'offer' ? await connection.createOffer() : undefined);
      return gathered();
    },
    [type, remote] as const,
  );

/** Two pages of `origin` with a connection and nothing else; returns a function that closes them. */
async function openBarePair(browser: Browser, origin: string, video: boolean): Promise<() => Promise<void>> {
  const url = `${origin}/bare`;
  const pages = await Promise.all(
    [0, 1].map(async () => {
      const page = await (await browser.newContext()).newPage();
      await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }));
      await page.goto(url);
      await page.evaluate(connect, { video });
      return page;
    }),
  );
  const [caller, called] = pages as [Page, Page];
  const answer = await describe(called, 'answer', await describe(caller, 'offer'));
  await caller.evaluate(
    (sdp) =>
      (globalThis as unknown as { connection: RTCPeerConnection }).connection.setRemoteDescription({
        type: 'answer',
        sdp,
      }),
    answer,
  );
  for (const page of pages)
    await page.waitForFunction(
      () => (globalThis as unknown as { connection: RTCPeerConnection }).connection.connectionState === 'connected',
    );
  return async () => void (await Promise.all(pages.map((page) => page.context().close())));
}

interface AppCall {
  browser: Browser;
  origin: string;
  caller: Page;
  called: Page;
}

/**
 * Returns how much more a call of the app costs than the bare pair: the app is open beside both, so what it costs without a
 * call counts for both.
 */
export async function measureCallCpu({ browser, origin, caller, called }: AppCall, video: boolean): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  let ours = 0;
  let bare = 0;
  for (let round = 0; round < rounds; round += 1) {
    await caller.getByRole('button', { name: video ? 'Video call' : 'Call', exact: true }).click();
    await called.getByRole('button', { name: video ? 'Accept with video' : 'Accept', exact: true }).click();
    if (video) for (const page of [caller, called]) await page.getByLabel(/^Video of /).waitFor();
    ours += await measure(session, caller);
    await caller.getByRole('button', { name: 'End call' }).click();
    await called.locator('section[data-status="ended"]').waitFor();
    const close = await openBarePair(browser, origin, video);
    bare += await measure(session, caller);
    await close();
  }
  await session.detach();
  return ours / bare;
}
