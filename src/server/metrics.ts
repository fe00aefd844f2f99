import type { ServiceParts } from './service-parts.ts';

/** Upper bounds of the latency histogram, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Latencies {
  readonly counts: number[];
  sumSeconds: number;
  total: number;
}

type Connections = NonNullable<ReturnType<NonNullable<ServiceParts['connections']>>>;

/** What has been answered since the start, as Prometheus reads it. */
export class Metrics {
  readonly #answers = new Map<
    string,
    { readonly operation: string; readonly status: number; count: number }
  >();
  readonly #latencies = new Map<string, Latencies>();

  /** Notes one answered request. */
  answered(operation: string, status: number, durationMs: number): void {
    const key = `${operation} ${status}`;
    const answers = this.#answers.get(key) ?? { operation, status, count: 0 };
    answers.count += 1;
    this.#answers.set(key, answers);
    const known = this.#latencies.get(operation);
    const latencies = known ?? { counts: BUCKETS.map(() => 0), sumSeconds: 0, total: 0 };
    if (known === undefined) this.#latencies.set(operation, latencies);
    const seconds = durationMs / 1000;
    latencies.sumSeconds += seconds;
    latencies.total += 1;
    for (const [index, bound] of BUCKETS.entries()) {
      if (seconds <= bound) latencies.counts[index] = (latencies.counts[index] ?? 0) + 1;
    }
  }

  /** The text format of Prometheus, version 0.0.4. */
  text(now: {
    readonly inFlight: number;
    readonly writesWaiting: number;
    readonly connections?: Connections | null;
  }): string {
    const lines = [
      '# HELP loandesk_requests_total Requests answered, by operation and status.',
      '# TYPE loandesk_requests_total counter',
      ...[...this.#answers.values()].map(
        ({ operation, status, count }) =>
          `loandesk_requests_total{operation="${operation}",status="${status}"} ${count}`,
      ),
      '# HELP loandesk_request_duration_seconds Time from the first byte of a request to the end of its answer.',
      '# TYPE loandesk_request_duration_seconds histogram',
      ...[...this.#latencies].flatMap(([operation, latencies]) => histogramLines(operation, latencies)),
      '# HELP loandesk_requests_in_flight Requests being answered now.',
      '# TYPE loandesk_requests_in_flight gauge',
      `loandesk_requests_in_flight ${now.inFlight}`,
      '# HELP loandesk_write_queue_depth Writes that wait for their turn.',
      '# TYPE loandesk_write_queue_depth gauge',
      `loandesk_write_queue_depth ${now.writesWaiting}`,
      ...(now.connections ? connectionLines(now.connections) : []),
    ];
    return `${lines.join('\n')}\n`;
  }
}

function connectionLines({ open, idle, waiting }: Connections): string[] {
  return [
    '# HELP loandesk_database_connections Connections to the database that reads are made over, by state.',
    '# TYPE loandesk_database_connections gauge',
    `loandesk_database_connections{state="busy"} ${open - idle}`,
    `loandesk_database_connections{state="idle"} ${idle}`,
    '# HELP loandesk_database_reads_waiting Reads that wait for a connection to the database.',
    '# TYPE loandesk_database_reads_waiting gauge',
    `loandesk_database_reads_waiting ${waiting}`,
  ];
}

function histogramLines(operation: string, { counts, sumSeconds, total }: Latencies): string[] {
  const name = 'loandesk_request_duration_seconds';
  return [
    ...BUCKETS.map(
      (bound, index) => `${name}_bucket{operation="${operation}",le="${bound}"} ${counts[index]}`,
    ),
    `${name}_bucket{operation="${operation}",le="+Inf"} ${total}`,
    `${name}_sum{operation="${operation}"} ${sumSeconds.toFixed(6)}`,
    `${name}_count{operation="${operation}"} ${total}`,
  ];
}
