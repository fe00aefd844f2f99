import { connect, type Socket } from 'node:net';

// A program of its own that sends payments to a service, so that the work of sending is not the service's. It writes
// HTTP by hand: a client that takes more processor time than the server would measure itself.

/** What is sent where; the last argument of the program, as JSON. */
export interface PaymentLoad {
  /** Of one service or of several on one ledger; the connections are spread over them. */
  readonly ports: readonly number[];
  readonly token: string;
  readonly connections: number;
  readonly loanIds: readonly string[];
  readonly paymentDate: string;
  /** Sent first and not counted. */
  readonly warmUps: number;
  readonly payments: number;
  /** null: each connection sends its next payment as soon as its last was answered. */
  readonly perSecond: number | null;
}

/** What came of it; printed as JSON. */
export interface LoadResult {
  readonly seconds: number;
  /** From the moment a payment was due to be sent to its answer, ascending. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
}

const HEADERS_END = '\r\n\r\n';

async function run(load: PaymentLoad): Promise<LoadResult> {
  const lines = await Promise.all(
    Array.from({ length: load.connections }, (_, at) =>
      openLine(load.ports[at % load.ports.length] as number),
    ),
  );
  let sent = 0;
  const sendNext = async (line: Line, dueMs: number): Promise<number> => {
    const text = requestText(load, sent);
    sent += 1;
    const answer = await line.ask(text);
    if (!answer.startsWith('HTTP/1.1 201')) throw new Error(`a payment was answered ${answer}`);
    return performance.now() - dueMs;
  };
  const asFastAsAnswered = async (payments: number): Promise<number[]> => {
    const latencies: number[] = [];
    const until = sent + payments;
    await Promise.all(
      lines.map(async (line) => {
        while (sent < until) latencies.push(await sendNext(line, performance.now()));
      }),
    );
    return latencies;
  };
  await asFastAsAnswered(load.warmUps);
  const startMs = performance.now();
  const latencies =
    load.perSecond === null
      ? await asFastAsAnswered(load.payments)
      : await atRate(lines, load.payments, load.perSecond, sendNext);
  const seconds = (performance.now() - startMs) / 1000;
  for (const line of lines) line.close();
  latencies.sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))];
  return { seconds, p50Ms: at(0.5) ?? 0, p99Ms: at(0.99) ?? 0, worstMs: latencies.at(-1) ?? 0 };
}

/** Sends at a steady rate, whatever comes back; one that finds every connection taken waits, and its wait counts. */
async function atRate(
  lines: readonly Line[],
  payments: number,
  perSecond: number,
  send: (line: Line, dueMs: number) => Promise<number>,
): Promise<number[]> {
  const free = [...lines];
  const waiting: number[] = [];
  const latencies: number[] = [];
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    let due = 0;
    const start = (line: Line, dueMs: number) => {
      send(line, dueMs).then((latencyMs) => {
        latencies.push(latencyMs);
        if (latencies.length === payments) {
          clearInterval(clock);
          resolve(latencies);
        }
        const next = waiting.shift();
        if (next === undefined) free.push(line);
        else start(line, next);
      }, reject);
    };
    const clock = setInterval(() => {
      const nowMs = performance.now();
      for (; due < payments; due++) {
        const dueMs = startMs + (due * 1000) / perSecond;
        if (dueMs > nowMs) break;
        const line = free.pop();
        if (line === undefined) waiting.push(dueMs);
        else start(line, dueMs);
      }
    }, 1);
  });
}

function requestText({ token, loanIds, paymentDate }: PaymentLoad, number: number): string {
  const body = JSON.stringify({
    payment_amount: (1_000 + (number % 9_000)) / 100,
    payment_date: paymentDate,
    payment_method: 'auto_debit',
    payment_reference: `FT-${number}`,
  });
  return [
    `POST /api/v1/loans/${loanIds[number % loanIds.length]}/payments HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** One connection, one request at a time. */
interface Line {
  ask(request: string): Promise<string>;
  close(): void;
}

async function openLine(port: number): Promise<Line> {
  const socket: Socket = await new Promise((resolve, reject) => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(opened));
    opened.on('error', reject);
  });
  let got = '';
  let answered: (answer: string) => void = () => {};
  let broken: (error: Error) => void = () => {};
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    got += text;
    const end = got.indexOf(HEADERS_END);
    if (end === -1) return;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(got)?.[1]);
    if (got.length < end + HEADERS_END.length + length) return;
    const answer = got;
    got = '';
    answered(answer);
  });
  socket.on('error', (error) => broken(error));
  socket.on('close', () => broken(new Error('the service hung up')));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        answered = resolve;
        broken = reject;
        socket.write(request);
      }),
    close: () => {
      broken = () => {};
      socket.destroy();
    },
  };
}

const [, , given] = process.argv;
if (given !== undefined) console.log(JSON.stringify(await run(JSON.parse(given) as PaymentLoad)));
