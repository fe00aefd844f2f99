import { describe, expect, it } from 'vitest';
import { foldForSearch } from '../../src/domain/search-folding.ts';

describe('foldForSearch', () => {
  it.each([
    ['أحمد', 'احمد'],
    ['إبراهيم', 'ابراهيم'],
    ['آمال', 'امال'],
    ['آمال'.normalize('NFD'), 'امال'],
    ['ٱلنيل', 'النيل'],
    ['مصطفى', 'مصطفي'],
    ['مكتبة', 'مكتبه'],
    ['مؤسسة', 'موسسه'],
    ['عائلة', 'عايله'],
    ['مُحَمَّد', 'محمد'],
    ['محـــمد', 'محمد'],
    ['\u200fمحل\u200e ١٢٣ \u202b۴۵۶\u202c', 'محل 123 456'],
    ['Nile TEXTILES 100%_', 'nile textiles 100%_'],
    ['Café'.normalize('NFD'), 'café'],
    ['ء', 'ء'],
    ['', ''],
  ])('folds %j to %j', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
    expect(foldForSearch(folded)).toBe(folded);
  });
});
