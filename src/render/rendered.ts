import type { View } from './view.ts';

export type RenderFormat = 'table' | 'json' | 'ndjson' | 'csv' | 'tsv';

export interface RenderOptions {
  readonly format: RenderFormat;
  readonly columns: readonly string[] | null;
  readonly headers: boolean;
  readonly excel: boolean;
  readonly colorLevel: 0 | 1;
  readonly widthCells: number | null;
  readonly drawings: boolean;
}

/** Data and its view as the text that goes to stdout. Loads only what the format needs. */
export async function renderedText(data: unknown, view: View, options: RenderOptions): Promise<string> {
  if (options.format === 'json') return `${(await import('./json.ts')).jsonText(data, 2)}\n`;
  if (options.format === 'ndjson')
    return (await import('./ndjson.ts')).ndjsonText(data, view, options.columns);
  if (view.shape === 'text') return view.text.endsWith('\n') ? view.text : `${view.text}\n`;
  if (options.format === 'csv') return (await import('./delimited.ts')).csvText(data, view, options);
  if (options.format === 'tsv') return (await import('./delimited.ts')).tsvText(data, view, options);
  return (await import('./table.ts')).tableText(data, view, options);
}
