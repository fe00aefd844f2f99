import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClientDesk } from './client-desk.ts';
import { OurMake } from './our-make.ts';

const server = new OurMake();
let desk: ClientDesk;

beforeAll(async () => {
  desk = await ClientDesk.open();
  await server.start();
  desk.environment.LOANDESK_SERVER = server.url;
  desk.environment.LOANDESK_TOKEN = server.validToken;
});

afterAll(async () => {
  await server.stop();
  await desk.close();
});

describe('the id a server gave a request', () => {
  it('is said with --debug', async () => {
    server.answers.push({
      status: 404,
      headers: { 'x-request-id': '7f3a' },
      body: '{"code":"loan_not_found"}',
    });
    const { said, exitCode } = await desk.run('loan show LN-7K3QX9B23 --debug');
    expect(exitCode).toBe(5);
    expect(said).toContain('GET /api/v1/loans/LN-7K3QX9B23: 404, request 7f3a');
  });

  it('is named where the server itself failed, if it is one', async () => {
    const failed = (id: string) => ({
      status: 500,
      headers: { 'x-request-id': id },
      body: '{"code":"internal"}',
    });
    server.answers.push(failed('7f3b'));
    const named = await desk.run('loan show LN-7K3QX9B23');
    expect(named.said).toContain('its log has this as request 7f3b');
    server.answers.push(failed('\u00a0'.repeat(3)));
    expect((await desk.run('loan show LN-7K3QX9B23')).said).not.toContain('its log');
  });
});
