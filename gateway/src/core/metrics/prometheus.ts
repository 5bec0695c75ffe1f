// Collects the metrics of one gateway for Prometheus.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { metricTable, type MetricName, type Metrics, type Samples } from './metrics.ts';

/** Seconds, from a cached read to a call's time-out. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** Milliseconds that a sample may take: less than the time-out of a scrape. */
const sampleTimeout = 2_000;

type AnyLabels = Record<string, string>;
type AnySamples = readonly (readonly [AnyLabels, number])[];

export interface PrometheusMetrics extends Metrics {
  contentType: string;
  render(): Promise<string>;
}

/** Returns a function that waits for `read` for a limited time. A call that still runs is shared, so that none pile up. */
function limitTime(read: () => AnySamples | Promise<AnySamples>): () => Promise<AnySamples> {
  let running: Promise<AnySamples> | undefined;
  return async () => {
    running ??= Promise.resolve()
      .then(read)
      .catch(() => [])
      .finally(() => {
        running = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<AnySamples>((resolve) => {
      timer = setTimeout(() => resolve([]), sampleTimeout);
    });
    return Promise.race([running, timedOut]).finally(() => clearTimeout(timer));
  };
}

/** Bounds the number of label sets, because each of them stays in memory. */
function limitSeries(seriesMax: number): (labels: AnyLabels) => AnyLabels {
  const known = new Set<string>();
  return (labels) => {
    const key = JSON.stringify(Object.values(labels));
    if (known.size < seriesMax) known.add(key);
    return known.has(key) ? labels : Object.fromEntries(Object.keys(labels).map((name) => [name, 'other']));
  };
}

export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<MetricName, (labels: AnyLabels) => void>();
  const histograms = new Map<MetricName, Histogram>();

  const options = (name: MetricName) => {
    const { help, labels } = metricTable[name];
    return { name, help, labelNames: [...labels] as string[], registers: [registry] };
  };

  for (const name of Object.keys(metricTable) as MetricName[]) {
    const row = metricTable[name];
    if (row.kind === 'histogram') histograms.set(name, new Histogram({ ...options(name), buckets }));
    if (row.kind !== 'counter') continue;
    const counter = new Counter(options(name));
    const limited = 'seriesMax' in row ? limitSeries(row.seriesMax) : (labels: AnyLabels) => labels;
    counters.set(name, (labels) => counter.inc(limited(labels)));
  }

  const sample = (name: MetricName, read: () => AnySamples | Promise<AnySamples>): void => {
    const readInTime = limitTime(read);
    if (metricTable[name].kind === 'gauge') {
      const gauge: Gauge = new Gauge({
        ...options(name),
        async collect() {
          const samples = await readInTime();
          gauge.reset();
          // A gauge without labels is reset to 0, which would be a value.
          if (samples.length === 0) gauge.remove();
          for (const [labels, value] of samples) gauge.set(labels, value);
        },
      });
      return;
    }
    const counter: Counter = new Counter({
      ...options(name),
      async collect() {
        const samples = await readInTime();
        counter.reset();
        for (const [labels, value] of samples) counter.inc(labels, value);
      },
    });
  };

  return {
    contentType: registry.contentType,
    increment: (name, labels) => counters.get(name)!(labels),
    observe: (name, labels, seconds) => histograms.get(name)!.observe(labels, seconds),
    sample: <Name extends MetricName>(name: Name, read: () => Samples<Name> | Promise<Samples<Name>>) =>
      sample(name, read as () => AnySamples | Promise<AnySamples>),
    render: () => registry.metrics(),
  };
}
