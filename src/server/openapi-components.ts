const PROBLEM = {
  type: 'object',
  description: 'RFC 9457; the codes are listed at /docs/errors.',
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', description: 'id of the request' },
    code: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
        required: ['pointer', 'code', 'message'],
      },
    },
    hint: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'errors'],
};

const MERCHANT_PROBLEM = {
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    {
      type: 'object',
      properties: { success: { const: false }, error_code: { type: 'string' } },
      required: ['success', 'error_code'],
    },
  ],
};

const HEADERS = {
  'X-Total-Count': { description: 'Rows in all.', schema: { type: 'integer' } },
  Link: { description: 'The pages beside this one (RFC 8288).', schema: { type: 'string' } },
  Location: { description: 'Where what was made can be read.', schema: { type: 'string' } },
};

/** What the operations of the description refer to. */
export const COMPONENTS = {
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  schemas: { Problem: PROBLEM, MerchantProblem: MERCHANT_PROBLEM },
  headers: HEADERS,
};
