import { amazonDateRange, isDateRangeHeading } from './amazon-date-range.ts';
import { amazonSettlement, isSettlementHeading } from './amazon-settlement.ts';
import { CsvColumns, headingCells } from './csv-columns.ts';
import { type CsvRow, csvRows, type Delimiter } from './csv-rows.ts';
import type { OrderCells } from './order-cells.ts';
import type { OrderRow } from './order-row.ts';
import { isShopifyHeading, shopifyCsv } from './shopify-csv.ts';
import { shopifyJson } from './shopify-json.ts';
import { isWoocommerceHeading, woocommerceCsv } from './woocommerce-csv.ts';
import { woocommerceJson } from './woocommerce-json.ts';

/** Makes order rows of an export's text. */
type OrderReader = (text: AsyncIterable<string>, cells: OrderCells) => AsyncGenerator<OrderRow>;

/** An export told from its content, ready to be read. */
export interface OrderExport {
  /** How messages name it. */
  readonly says: string;
  /** Its cells may be written in several ways. */
  readonly isDelimited: boolean;
  /** It has a column that says what became of each order. */
  readonly hasStatus: boolean;
  readonly read: OrderReader;
}

interface CsvFormat {
  readonly says: string;
  isHeading(columns: CsvColumns): boolean;
  readonly hasStatus: boolean;
  rows(rows: AsyncIterable<CsvRow>, cells: OrderCells): AsyncGenerator<OrderRow>;
  /** False: a quotation mark is a letter like others. */
  quoted(delimiter: Delimiter): boolean;
}

const CSV_FORMATS: Readonly<Record<string, CsvFormat>> = {
  'shopify-csv': {
    says: 'Shopify orders CSV',
    isHeading: isShopifyHeading,
    rows: shopifyCsv,
    hasStatus: true,
    quoted: () => true,
  },
  'woocommerce-csv': {
    says: 'WooCommerce orders CSV',
    isHeading: isWoocommerceHeading,
    rows: woocommerceCsv,
    hasStatus: true,
    quoted: () => true,
  },
  'amazon-settlement': {
    says: 'Amazon settlement report',
    isHeading: isSettlementHeading,
    rows: amazonSettlement,
    hasStatus: false,
    quoted: (delimiter) => delimiter !== '\t',
  },
  'amazon-date-range': {
    says: 'Amazon date-range report',
    isHeading: isDateRangeHeading,
    rows: amazonDateRange,
    hasStatus: false,
    quoted: () => true,
  },
};

const SHOPIFY_JSON: OrderExport = {
  says: 'Shopify orders JSON',
  isDelimited: false,
  hasStatus: false,
  read: (text, { source }) => shopifyJson(text, source),
};
const WOOCOMMERCE_JSON: OrderExport = {
  says: 'WooCommerce orders JSON',
  isDelimited: false,
  hasStatus: false,
  read: (text, { source }) => woocommerceJson(text, source),
};

/** Lines before the headings: date-range reports have about seven. */
const MAX_PREAMBLE_LINES = 40;

/**
 * What a file is by its first characters: an export, `jsonl` for our own JSON Lines, or null for neither. With
 * `format` it is taken for that; null then means that its headings are not there.
 */
export function recognisedExport(head: string, format: string | null): OrderExport | 'jsonl' | null {
  if (format === 'jsonl') return 'jsonl';
  if (format === 'shopify-json') return SHOPIFY_JSON;
  if (format === 'woocommerce-json') return WOOCOMMERCE_JSON;
  if (format === null && /^\s*[[{]/.test(head)) return recognisedJson(head);
  return recognisedCsv(head, format) ?? (format === null && looksLikeOurs(head) ? 'jsonl' : null);
}

function recognisedJson(head: string): OrderExport | 'jsonl' {
  if (looksLikeOurs(head)) return 'jsonl';
  if (/"(order_key|date_created_gmt|date_created)"\s*:/.test(head)) return WOOCOMMERCE_JSON;
  const isShopify = /"(total_price|subtotal_price|financial_status|admin_graphql_api_id)"\s*:/.test(head);
  if (isShopify || /^\s*\{\s*"orders"\s*:/.test(head)) return SHOPIFY_JSON;
  return /^\s*(\[\s*\]|\{\s*"data"\s*:\s*\[\s*\])/.test(head) ? WOOCOMMERCE_JSON : 'jsonl';
}

function looksLikeOurs(head: string): boolean {
  return /"kind"\s*:\s*"(merchant|store|order)"/.test(head);
}

function recognisedCsv(head: string, format: string | null): OrderExport | null {
  const lines = head.split(/\r\n|\n|\r/, MAX_PREAMBLE_LINES);
  for (const line of lines) {
    const { delimiter, cells } = headingCells(line);
    if (cells.length < 3) continue;
    const columns = new CsvColumns(cells);
    for (const [name, csv] of Object.entries(CSV_FORMATS)) {
      if (format !== null && format !== name) continue;
      if (csv.isHeading(columns)) {
        const { says, hasStatus } = csv;
        return { says, hasStatus, isDelimited: true, read: readerOf(csv, delimiter) };
      }
    }
  }
  return null;
}

function readerOf(csv: CsvFormat, delimiter: Delimiter): OrderReader {
  return (text, cells) => csv.rows(csvRows(text, { delimiter, quoted: csv.quoted(delimiter) }), cells);
}

/** Words for `--input-format`. */
export const INPUT_FORMATS: readonly string[] = [
  'jsonl',
  'shopify-json',
  'woocommerce-json',
  ...Object.keys(CSV_FORMATS),
];
