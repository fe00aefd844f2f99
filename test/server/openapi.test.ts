import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { PROBLEM_KINDS } from '../../src/contract/problems.ts';
import { fieldsOfInterface } from '../interface-shapes.ts';
import { onService } from './test-service.ts';

const WITH_ADDRESS = (Object.keys(OPERATIONS) as OperationName[]).filter(
  (name) => OPERATIONS[name].path !== null,
);

describe('the description of the service', () => {
  it(
    'is valid OpenAPI 3.1 by the judgement of others',
    onService(async (service) => {
      const got = await service.get('/openapi.json', { token: null });
      expect(got.status).toBe(200);
      const validator = new Validator();
      const { valid, errors } = await validator.validate(structuredClone(got.body));
      expect(errors ?? []).toEqual([]);
      expect(valid).toBe(true);
      expect(validator.version).toBe('3.1');
      expect(got.body.info.version).toBe('1.1.0');
    }),
  );

  it(
    'has every operation of the table, each with words of its own, and who may',
    onService(async (service) => {
      const { body } = await service.get('/openapi.json', { token: null });
      // biome-ignore lint/suspicious/noExplicitAny: the document is looked into by name
      const described = new Map<string, any>();
      for (const methods of Object.values(
        body.paths as Record<string, Record<string, { operationId: string }>>,
      )) {
        for (const one of Object.values(methods)) described.set(one.operationId, one);
      }
      for (const name of WITH_ADDRESS) {
        const one = described.get(name);
        expect(one, name).toBeDefined();
        expect(one.summary, `${name} has no words`).toMatch(/^[A-Z].*\.$/);
        expect(one.security ?? 'bearer').toEqual((OPERATIONS[name] as { open?: true }).open ? [] : 'bearer');
      }
      expect(body.paths['/company/merchants/{id}'].get.operationId).toBe('merchants.get');
      const decision = body.paths['/api/v1/loan-applications/{application_id}/decisions'].post;
      const fields = decision.requestBody.content['application/json'].schema;
      expect(Object.keys(fields.properties)).toContain('application_id');
      expect(Object.keys(fields.properties)).not.toContain('body_application_id');
      expect(fields.properties.decision.enum).toEqual(['approved', 'rejected', 'pending_review']);
      expect(fields.additionalProperties).toBe(false);
    }),
  );

  it(
    'tells our fields from those of the interface',
    onService(async (service) => {
      const { paths } = (await service.get('/openapi.json', { token: null })).body;
      const { properties } =
        paths['/api/v1/loans/{loan_id}'].get.responses[200].content['application/json'].schema;
      expect(properties.payoff_amount['x-beside-interface']).toBe(true);
      expect(properties.outstanding_balance['x-beside-interface']).toBeUndefined();
      for (const [path, method, shape] of [
        ['/api/v1/loan-applications', 'post', 'application'],
        ['/api/v1/loan-applications/{application_id}/decisions', 'post', 'decision'],
        ['/api/v1/loans/{loan_id}/disbursements', 'post', 'disbursement'],
        ['/api/v1/loans/{loan_id}/payments', 'post', 'payment'],
        ['/api/v1/loans/{loan_id}', 'get', 'loan'],
        ['/company/merchants/{id}', 'get', 'merchant'],
      ] as const) {
        const { schema } = paths[path][method].responses[200].content['application/json'];
        const fields: Record<string, Record<string, unknown>> = (schema.properties.data ?? schema).properties;
        const theirs = Object.keys(fields).filter((field) => fields[field]?.['x-beside-interface'] !== true);
        expect(theirs.sort(), path).toEqual([...fieldsOfInterface(shape)].sort());
      }
    }),
  );

  it(
    'has a page to read it, and one for every error, with nothing from elsewhere',
    onService(async (service) => {
      const docs = await service.get('/docs', { token: null });
      const errors = await service.get('/docs/errors', { token: null });
      for (const page of [docs, errors]) {
        expect(page.status).toBe(200);
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(page.headers['content-security-policy']).toContain("default-src 'none'");
        expect(page.text).not.toMatch(/<script|<link|src=|url\(|href="(?![/#])/);
      }
      for (const name of WITH_ADDRESS) expect(docs.text).toContain(`id="${name}"`);
      for (const code of Object.keys(PROBLEM_KINDS)) expect(errors.text).toContain(`id="${code}"`);
      for (const [, target] of docs.text.matchAll(/href="#([^"]+)"/g))
        expect(docs.text).toContain(`id="${target}"`);
    }),
  );
});
