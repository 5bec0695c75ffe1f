// B20: searching 100,000 local messages, through the same calls as the product's screens.
import type { Page } from '@playwright/test';
import { busName } from '@amber/client/bus';
import { startGateway } from './kit/gateway.ts';
import { chat, openMember } from './kit/member.ts';
import { median, quantile, type Row } from './kit/row.ts';

const [chats, each] = [100, 1_000];
const goal = 50;
const rounds = 9;
/** Positions per row of the index; see shell/engine/local/search.ts. */
const blockSize = 256;

interface SearchTiming {
  ms: number;
  hits: number;
}

/** Runs in the page: a call on the bus, and the time until its response. */
const timeSearch = (page: Page, request: { text: string; conversationId?: string }): Promise<SearchTiming> =>
  page.evaluate(
    ({ request, busName }) =>
      new Promise<SearchTiming>((resolve, reject) => {
        const bus = new BroadcastChannel(busName);
        const call = crypto.randomUUID();
        const began = performance.now();
        bus.onmessage = ({
          data,
        }: MessageEvent<{ kind: string; call?: string; value?: unknown[]; fault?: { code: string } }>) => {
          if (data.call !== call || data.kind === 'call') return;
          bus.close();
          if (data.kind === 'answer') resolve({ ms: performance.now() - began, hits: data.value!.length });
          else reject(new Error(data.fault?.code));
        };
        bus.postMessage({ kind: 'call', page: 'bench', call, name: 'search', request });
      }),
    { request, busName },
  );

export const row: Row = {
  id: 'B20',
  description: 'search 100,000 local messages: a common word, a rare one, two words, half a word, none, in one chat',
  goal: `median ≤ ${goal} ms`,
  async measure() {
    const gateway = await startGateway();
    const member = await openMember(gateway);
    try {
      await member.fill(chats, each);
      // These rows bypass the engine, so the index marks that it adds to every write are added here.
      await member.write(
        'search',
        Array.from({ length: chats }, (_, index) => index).flatMap((index) =>
          Array.from({ length: Math.floor(each / blockSize) + 1 }, (_row, block) => ({
            id: `d ${chat(index).id} ${block}`,
          })),
        ),
      );
      const [common, second] = ['looms', 'thursday'];
      const requests = [
        { text: common },
        { text: '123: ' },
        { text: `${second} ${common}` },
        { text: common.slice(0, 3) },
        { text: 'nowhere to be found' },
        { text: common, conversationId: chat(50).id },
      ];
      const built = await timeSearch(member.page, { text: 'builds the index' });
      const cold = await timeSearch(member.page, requests[0]!);
      const timings: SearchTiming[] = [];
      for (let round = 0; round < rounds; round += 1)
        for (const request of requests) timings.push(await timeSearch(member.page, request));
      const times = timings.map(({ ms }) => ms);
      const found = timings.slice(0, requests.length).map(({ hits }) => hits);
      if (found[0] !== 50 || found[1] === 0 || found[4] !== 0 || found[5] === 0)
        throw new Error(`found ${found.join()}`);
      const [middle, slow] = [median(times), quantile(times, 0.95)];
      return {
        value: `${middle.toFixed(1)} ms (95 %: ${slow.toFixed(1)} ms; the first: ${cold.ms.toFixed(0)} ms; making the index: ${(built.ms / 1000).toFixed(1)} s)`,
        met: middle <= goal,
        figures: { median: middle, p95: slow, cold: cold.ms, built: built.ms },
      };
    } finally {
      await member.close();
      await gateway.close();
    }
  },
};
