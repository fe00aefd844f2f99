import { z } from 'zod';
import { amount, count } from './fields.ts';

export const assessmentRequest = z.strictObject({
  application_id: z.string(),
  explain: z.boolean().optional(),
});

export const assessment = z.looseObject({
  application_id: z.string(),
  sales_performance_score: z.number().min(0).max(100),
  business_age_months: count,
  default_risk_rating: z.enum(['low', 'medium', 'high']),
  recommended_amount: amount,
  recommended_interest_rate: z.number().min(0).max(100),
  assessment_notes: z.string().max(500),
  explanation: z
    .looseObject({
      inputs: z.record(z.string(), z.unknown()),
      parts: z.array(
        z.looseObject({ name: z.string(), points: z.number(), of: z.number(), input: z.unknown() }),
      ),
      rating: z.unknown(),
      amount: z.unknown(),
      rate: z.unknown(),
      reasons: z.array(z.string()),
      policy_version: count,
    })
    .optional(),
});
