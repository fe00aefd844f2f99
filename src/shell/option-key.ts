/** The name a flag's value has in a command's input: `--merchant-id` → `merchantId`. */
export function optionKey(flag: string): string {
  return flag.replace(/^-+/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
