import { describe, expect, test } from 'vitest';
import { createPrometheusMetrics } from './prometheus.ts';
import { outcomeOfCode } from './metrics.ts';

/** The lines of one metric. */
const linesOf = async (metrics: ReturnType<typeof createPrometheusMetrics>, name: string) =>
  (await metrics.render()).split('\n').filter((line) => line.startsWith(name));

describe('R242 metrics', () => {
  test('R242 counters and histograms add up by their labels', async () => {
    const metrics = createPrometheusMetrics();
    metrics.increment('amber_pushes_total', { outcome: 'taken' });
    metrics.increment('amber_pushes_total', { outcome: 'taken' });
    metrics.increment('amber_pushes_total', { outcome: 'gone' });
    metrics.observe('amber_call_duration_seconds', { route: '/gateway/live', outcome: 'success' }, 0.03);
    expect(await linesOf(metrics, 'amber_pushes_total')).toEqual([
      'amber_pushes_total{outcome="taken"} 2',
      'amber_pushes_total{outcome="gone"} 1',
    ]);
    const lines = await linesOf(metrics, 'amber_call_duration_seconds');
    expect(lines).toContain('amber_call_duration_seconds_bucket{le="0.02",route="/gateway/live",outcome="success"} 0');
    expect(lines).toContain('amber_call_duration_seconds_bucket{le="0.05",route="/gateway/live",outcome="success"} 1');
  });

  test('R242 a gauge has no value while it cannot be read, and does not keep the others', async () => {
    const metrics = createPrometheusMetrics();
    let fails = false;
    metrics.sample('amber_send_queue_length', async () => {
      if (fails) throw new Error('the database is gone');
      return [[{}, 7]];
    });
    metrics.sample('amber_frames_dropped_total', () => [[{}, 3]]);
    expect(await linesOf(metrics, 'amber_send_queue_length')).toEqual(['amber_send_queue_length 7']);
    fails = true;
    expect(await linesOf(metrics, 'amber_send_queue_length')).toEqual([]);
    expect(await linesOf(metrics, 'amber_frames_dropped_total')).toEqual(['amber_frames_dropped_total 3']);
  });

  test('R242 a gauge that does not answer is read once, and the scrape ends in time', async () => {
    const metrics = createPrometheusMetrics();
    let reads = 0;
    metrics.sample('amber_push_queue_length', () => {
      reads += 1;
      return new Promise(() => undefined);
    });
    const startedAt = performance.now();
    await Promise.all([metrics.render(), metrics.render()]);
    expect(reads).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  test('R242 labels without a fixed set of values fill no memory: further ones count as other', async () => {
    const metrics = createPrometheusMetrics();
    for (let version = 0; version < 5_000; version += 1)
      metrics.increment('amber_remote_failures_total', {
        remote: 'chat',
        version: `1.0.${version}`,
        type: 'other',
        reporter: 'account',
      });
    const lines = await linesOf(metrics, 'amber_remote_failures_total');
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toBe(
      'amber_remote_failures_total{remote="other",version="other",type="other",reporter="other"} 4500',
    );
  });

  test.each([
    ['SUCCESS', 'success'],
    ['TOO_MANY', 'refused'],
    ['404', 'refused'],
    ['UNAVAILABLE', 'unavailable'],
    ['UNKNOWN', 'failed'],
    ['503', 'failed'],
  ])('R242 the code %s is the outcome %s', (code, outcome) => {
    expect(outcomeOfCode(code)).toBe(outcome);
  });
});
