import type { JsonSchema } from '../contract/json-schemas.ts';

export interface FieldRow {
  /** With the names it stands in: `orders[].id`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** The fields of a schema for people, those of lists and objects within it too. */
export function fieldRows(schema: JsonSchema, prefix = ''): readonly FieldRow[] {
  if (schema.type === 'array') return fieldRows((schema.items ?? {}) as JsonSchema, `${prefix}[].`);
  const lead = prefix === '' || prefix.endsWith('.') ? prefix : `${prefix}.`;
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = schema.required?.includes(name) === true;
    const row = { name: `${lead}${name}`, type: typeWords(field), required };
    const inner = field.type === 'array' ? ((field.items ?? {}) as JsonSchema) : field;
    if (inner.properties === undefined) return [row];
    return [row, ...fieldRows(inner, `${lead}${name}${field.type === 'array' ? '[]' : ''}.`)];
  });
}

function typeWords(schema: JsonSchema): string {
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices !== undefined) return choices.map(typeWords).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map(String).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === undefined) return 'anything';
  const format = schema.format === undefined ? '' : ` (${String(schema.format)})`;
  const description = schema.description === undefined ? '' : `: ${String(schema.description)}`;
  return `${schema.type}${format}${description}`;
}
