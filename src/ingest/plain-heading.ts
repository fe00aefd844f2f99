/** A heading in one spelling: blind to case, blanks, direction marks and a point at its end. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .replace(/[\u061c\u200e\u200f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .toLowerCase();
}
