import type { MovedColumn } from '../moved-groups.ts';

/** A select list of columns of `t` that answers rows by the names of their columns, bytes as hex. */
export function columnList(columns: readonly MovedColumn[], hex: (column: string) => string): string {
  return columns
    .map(({ name, type }) => {
      const column = `t."${name}"`;
      return type === 'hex' ? `${hex(column)} AS "${name}"` : `${column} AS "${name}"`;
    })
    .join(', ');
}
